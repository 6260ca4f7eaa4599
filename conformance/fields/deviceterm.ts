import type { Lab } from '../lab.ts'
import { fresh, type NounFacts, reference, SENT_ID, SENT_TS, system, text } from './field-fact.ts'

/** What the prompt of a device term needs, on the terminal that can capture signatures. */
export async function devicetermBody({ merchant }: Lab) {
  return {
    location_id: merchant.location_id,
    terminal_id: merchant.terminal_id,
    require_signature: 1,
    terms_conditions: 'I keep the plants watered for two weeks.',
  }
}

/** Contract 2.10, but for the flag, which the device decides about. Device terms are never updated. */
export const devicetermFacts: NounFacts = {
  noun: 'deviceterm',
  plural: 'deviceterms',
  body: devicetermBody,
  isFixed: true,
  fields: [
    system('DT-02', 'id', SENT_ID),
    reference('DT-03', 'location_id', {
      write: 'RP',
      values: async ({ merchant }) => [merchant.location_id, merchant.location_id],
    }),
    reference('DT-04', 'terminal_id', {
      write: 'RP',
      values: async ({ merchant }) => [merchant.terminal_id, merchant.terminal_id],
    }),
    text('DT-07', 'terms_conditions', 1, 4096, { write: 'RP' }),
    text('DT-08', 'device_terms_api_id', undefined, 36, { write: 'P', of: fresh }),
    system('DT-12', 'created_ts', SENT_TS),
    system('DT-13', 'created_user_id', SENT_ID),
  ],
}
