import type { CreateAct, Upload } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Row } from '../../definition/resource.ts'
import { chosenFiles, insertFiles, takeFiles } from '../file/attachments.ts'
import { insertTags } from '../tag/tagging.ts'
import { MOST_FILES } from './quickinvoice.files.ts'
import type { quickinvoice } from './quickinvoice.ts'

type Invoice = typeof quickinvoice

/**
 * A new invoice brings its tags and files with it: one transaction stores them all. Files come in multipart bodies only
 * (contract 2.2).
 */
export const quickinvoiceOperations: Operations<Invoice> = {
  takes: {
    name: 'quickinvoice[files][0]',
    says: `At most ${MOST_FILES} files of five megabytes each, as quickinvoice[files][0], [1] and so on.`,
  },
  async create(act: CreateAct<Invoice>) {
    const titles = act.draft.tags ?? []
    const uploads = chosenFiles(act.uploads, /^quickinvoice\.files(\.|$)/)
    if (uploads.length > 0) return createWithFiles(act, titles, uploads)
    return titles.length > 0 ? act.proceed((work, row) => insertTags(work, row, titles)) : act.proceed()
  },
}

async function createWithFiles(
  act: CreateAct<Invoice>,
  titles: readonly string[],
  uploads: readonly Upload[],
): Promise<Row<Invoice>> {
  const { location_id } = act.draft
  const read = act.store.reader(act.actor.caller)
  const { root_id } = act.actor.caller
  const { files, quotas } = act.parts
  const taking = { files, quotas, root_id, read, location_id, uploads, most: MOST_FILES, seconds: act.moment.seconds }
  return takeFiles(taking, taken =>
    act.proceed(async (work, row) => {
      await insertTags(work, row, titles)
      await insertFiles(work, { id: row.id, location_id, resource: 'QuickInvoice' }, taken)
    }),
  )
}
