import { scannerBody } from '../fixtures.ts'
import { type NounFacts, reference, SENT_ID, SENT_TS, system, text } from './field-fact.ts'

/**
 * Contract 2.9, but for the model. The table gives no shortest lengths; title and serial number are part of every
 * create.
 */
export const scannerFacts: NounFacts = {
  noun: 'scanner',
  plural: 'scanners',
  body: scannerBody,
  fields: [
    system('SCN-01', 'id', SENT_ID),
    text('SCN-02', 'title', undefined, 24, { write: 'RPU', noEmpty: true }),
    text('SCN-03', 'serial_number', undefined, 24, { write: 'RPU', noEmpty: true }),
    reference('SCN-05', 'location_id', {
      write: 'RP',
      values: async ({ merchant }) => [merchant.location_id, merchant.child_location_id],
    }),
    system('SCN-07', 'created_ts', SENT_TS),
    system('SCN-07', 'modified_ts', SENT_TS),
    system('SCN-08', 'created_user_id', SENT_ID),
    system('SCN-08', 'modified_user_id', SENT_ID),
  ],
}
