import { flag, id, integer, json, money, ref, stamp, text } from '../../definition/field.ts'
import { defineResource, fact, many, one } from '../../definition/resource.ts'
import { openSchema } from '../../lib/object-schema.ts'
import { WEB_ADDRESS } from '../../lib/web-address.ts'

const FIELD = openSchema({
  id: { type: 'string', description: 'The field of the transaction, or a name of its own.' },
  value: { type: ['string', 'number', 'boolean', 'null'], description: 'What it holds at first.' },
  label: { type: ['string', 'null'], description: 'What it is called on the page.' },
  readonly: { type: ['boolean', 'integer', 'string'], description: 'Whether the payer may not change it.' },
  visible: { type: ['boolean', 'integer', 'string'], description: 'Whether the payer sees it.' },
})
const BODY = { ...openSchema({ fields: { type: 'array', items: FIELD, description: 'In their order.' } }) }
const CONFIGURATION = openSchema({ body: { ...BODY, description: 'What the page asks.' } })

const ADDRESS = { holds: 'identifier', format: WEB_ADDRESS } as const

/**
 * A page on which a payer pays a merchant: as it is set up here, or as the encrypted data of a link say that the
 * merchant's own software made.
 */
export const hostedpaymentpage = defineResource({
  name: 'hostedpaymentpage',
  plural: 'hostedpaymentpages',
  spec: '',
  scope: 'location_id',
  fields: {
    id: id(),
    user_id: ref('user', 'S', { note: 'Who made it.' }),
    location_id: ref('location', 'RP'),
    product_transaction_id: ref('producttransaction', 'RP', {
      note: 'What is paid through; it has to allow hosted payment pages.',
    }),
    title: text(1, 64, 'RPU'),
    redirect_url_delay: integer(2, 'PU', { fallback: 15, most: 15, note: 'Seconds before the payer is sent on.' }),
    min_payment_amount: money('PU', { note: 'The least a payer may enter; 0.01 when left out.' }),
    max_payment_amount: money('PU', { note: 'The most a payer may enter.' }),
    redirect_url_on_approve: text(0, 256, 'PU', ADDRESS),
    redirect_url_on_decline: text(0, 256, 'PU', ADDRESS),
    field_configuration: json(8000, 'PU', {
      schema: CONFIGURATION,
      note: '`{"body": {"fields": [{"id", "value", "label", "readonly", "visible"}]}}`: what is asked or shown beside the account, and fields of the transaction.',
      example: { body: { fields: [{ id: 'transaction_amount', value: '10.00', label: 'Amount', readonly: true }] } },
    }),
    encryption_key: text(32, 32, 'S', {
      always: true,
      reach: 'key',
      note: 'What the data of a link are encrypted and signed with. Whoever has it can ask for any amount.',
    }),
    encryption_key_sealed: text(undefined, undefined, 'S', { always: true, reach: 'secret' }),
    encryption_key_mark: text(undefined, 64, 'S', { reach: 'secret' }),
    stylesheet_url: text(0, 256, 'PU', {
      ...ADDRESS,
      note: 'Kept, and never loaded: nothing from elsewhere runs where a card is entered. The branding of the location counts.',
    }),
    parent_origin: text(0, 255, 'PU', {
      holds: 'identifier',
      note: 'The one origin that may frame the page, such as https://shop.example. Without it nobody may.',
    }),
    parent_send_message: flag('PU', { fallback: false, note: 'Posts the transaction to the page around the frame.' }),
    hide_optional_fields: flag('PU', { fallback: false, note: 'Asks only for what is required.' }),
    created_ts: stamp(),
    modified_ts: stamp(),
    created_user_id: ref('user', 'S'),
    modified_user_id: ref('user', 'S'),
  },
  expands: {
    location: one('location', 'location_id'),
    product_transaction: one('producttransaction', 'product_transaction_id'),
    created_user: one('user', 'created_user_id'),
    modified_user: one('user', 'modified_user_id'),
    payment_url: fact((row, { public_url }) => `${public_url}/hostedpaymentpage?id=${row.id}`, {
      type: 'string',
      format: 'uri',
      description: 'Where payers open it.',
    }),
    transactions: many('transaction', 'hosted_payment_page_id'),
    changelogs: many('changelog', 'model_id'),
  },
  about: [
    'Taking payments',
    'A page on which payers pay a merchant who needs no software for it.',
    {
      title: 'What people call it.',
      redirect_url_on_approve: 'Where the payer goes after an approval.',
      redirect_url_on_decline: 'Where the payer goes after a decline.',
      field_configuration: 'The fields of the page.',
    },
  ],
})
