import { choice, id, integer, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, known, one } from '../../definition/resource.ts'
import { defineTask } from '../../jobs/declare/task.ts'

export const ATTACHED_TO = ['QuickInvoice', 'Contact'] as const

/** A file attached to another record. Its content is in the file store, under this record's id. */
export const file = defineResource({
  name: 'file',
  plural: 'files',
  spec: '2.2',
  scope: 'location_id',
  verbs: ['read', 'list'],
  fields: {
    id: id(),
    resource_id: text(24, 36, 'S', { always: true, note: 'The id of the record it is attached to.' }),
    resource: choice(ATTACHED_TO, 'S', { always: true }),
    product_file_id: ref('product_file', 'S', {
      note: 'The file service of the location, where it has one of its own.',
    }),
    file_name: text(1, 128, 'S', { always: true }),
    file_extension: text(undefined, 16, 'S'),
    file_size_bytes: integer(undefined, 'S', { always: true }),
    content_type: text(undefined, 128, 'S', { always: true, note: 'As the sender named it.' }),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
    location_id: ref('location', 'S', { always: true, reach: 'hidden' }),
  },
  constraints: { merchant_use_within: ['files', 'Files of this merchant have no room left.'] },
  expands: {
    created_user: known('user', 'created_user_id', 'first_name', 'last_name'),
    product_file: one('product_file', 'product_file_id'),
  },
  about: [
    'Customers',
    'A file that is attached to a contact or an invoice.',
    {
      resource: 'What kind of record it is attached to.',
      file_name: 'Its name.',
      file_extension: 'The extension of its name.',
      file_size_bytes: 'Its size.',
      resource_id: 'The record it is attached to.',
    },
  ],
})

/** Deletes the files of a record that was deleted. */
export const discardFilesTask = defineTask<{ resource_id: string }>('file.discard_of_record')

/** Removes the content of a file whose record is deleted. */
export const discardTask = defineTask<{ file_id: string }>('file.discard')
