import { after, describe, test } from 'node:test'
import { commitLost, faultBefore, faultPasses, faultWhileAsked, OPERATIONS } from './database-cases.ts'
import { databaseSite, type FaultName } from './database-site.ts'

/** Every fault between gateway and database, at every moment of everything that moves money. */
const site = await databaseSite('database_matrix')
after(site.t.close)

const LASTING: readonly FaultName[] = ['gone', 'stalled', 'too slow', 'read only', 'disk full']

for (const [name, operation] of Object.entries(OPERATIONS))
  describe(name, () => {
    for (const fault of LASTING) {
      test(`${fault} before it: 503, and nothing is done until it is sent again`, () =>
        faultBefore(site, fault, operation))
      test(`${fault} while the processor has it: it stays open, and becomes what the processor says`, () =>
        faultWhileAsked(site, fault, operation))
    }
    test('frozen connections while the processor has it: it stays open, and becomes what the processor says', () =>
      faultWhileAsked(site, 'frozen', operation))
    for (const fault of ['cut', 'gone', 'frozen', 'read only', 'disk full'] as const)
      test(`${fault} for a moment while the processor has it: its caller is told the truth`, () =>
        faultPasses(site, fault, operation))
    for (const commit of ['intent', 'outcome'] as const)
      test(`the commit of its ${commit} is not confirmed: it is done once or not at all, and its key says which`, () =>
        commitLost(site, commit, operation))
  })
