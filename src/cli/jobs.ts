import { parseArgs } from 'node:util'
import { forget, GIVEN_UP_SECONDS, type GivenUpJob, givenUpJobs, tryAgain } from '../jobs/given-up.ts'
import { counted } from '../lib/counted.ts'
import { momentInWords } from '../lib/local-date.ts'
import { gatewayClock, type Operator } from './operator.ts'

const OPTIONS = {
  again: { type: 'string', default: '' },
  forget: { type: 'string', default: '' },
  note: { type: 'string', default: '' },
  json: { type: 'boolean', default: false },
} as const

const MOST_SHOWN = 1_000
const LONGEST_NOTE = 512

/**
 * Lists jobs that were given up. `--again ID` (or the name of a task: all of its jobs) has them tried again at once,
 * `--forget ID --note …` deletes one that is not needed.
 */
export function jobs(args: string[]): (operator: Operator) => Promise<void> {
  const { again, forget: forgotten, note, json } = parseArgs({ args, options: OPTIONS }).values
  if (again && forgotten) throw new Error('jobs does one thing at a time')
  if ((forgotten !== '') !== (note !== '')) throw new Error('--forget ID needs a --note: why it is not needed')
  if (note.length > LONGEST_NOTE) throw new Error(`--note may have ${LONGEST_NOTE} characters`)
  return async ({ db, clock: machine, print }) => {
    const clock = await gatewayClock(db, machine)
    if (again) {
      const tried = await tryAgain({ db, clock }, again)
      if (tried.length === 0) throw new Error(`no job ${again} was given up`)
      return print(`${counted(tried.length, 'job is', 'jobs are')} tried again`)
    }
    if (forgotten) {
      if (!(await forget({ db, clock }, forgotten, note))) throw new Error(`no job ${forgotten} was given up`)
      return print(`${forgotten} is forgotten`)
    }
    const rows = await givenUpJobs(db, MOST_SHOWN)
    for (const line of json ? [JSON.stringify(rows)] : linesOf(rows)) print(line)
  }
}

function linesOf(rows: readonly GivenUpJob[]): string[] {
  if (rows.length === 0) return ['no job was given up']
  return rows.map(({ id, task, root_id, failed_ts, last_error }) => {
    const whose = root_id ? `of merchant ${root_id}` : 'of no merchant'
    return `${id} ${task} ${whose}, given up ${momentInWords(failed_ts, 'UTC')}, kept until ${momentInWords(failed_ts + GIVEN_UP_SECONDS, 'UTC')}\n  ${last_error ?? 'no message'}`
  })
}
