import { tagBody } from '../fixtures.ts'
import { fresh, type NounFacts, reference, SENT_ID, SENT_TS, system, text } from './field-fact.ts'

/** Contract 2.7. */
export const tagFacts: NounFacts = {
  noun: 'tag',
  plural: 'tags',
  body: async lab => tagBody(lab),
  fields: [
    system('TAG-01', 'id', SENT_ID),
    reference('TAG-02', 'location_id', {
      write: 'RPU',

      values: async ({ merchant }) => [merchant.location_id, merchant.child_location_id],
    }),
    text('TAG-03', 'title', 1, 64, { write: 'RPU', of: fresh }),
    system('TAG-04', 'created_ts', SENT_TS),
    system('TAG-04', 'modified_ts', SENT_TS),
  ],
}
