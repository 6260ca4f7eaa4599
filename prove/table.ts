import { VICTIMS } from './options.ts'
import type { Verdict } from './prove.ts'
import type { Finding } from './reconcile/finding.ts'

const MOST_LINES = 200

/** The one table, and a line for everything that does not fit. */
export function table(verdict: Verdict): string {
  const { operations, kills, found } = verdict
  const killed = VICTIMS.reduce((sum, name) => sum + kills[name], 0)
  const of = (kind: Finding['kind']) => String(found.filter(each => each.kind === kind).length)
  const rows: [string, string, string][] = [
    [
      'operations',
      number(operations.asked),
      `${number(operations.acknowledged)} acknowledged, ${number(operations.refused)} refused; ${number(operations.again)} asked again, ${operations.replayed} once more after their answer`,
    ],
    ['postbacks', number(verdict.postbacks), 'read by four receivers: steady, slow, failing, dead now and then'],
    [
      'orders at processors',
      number(Object.values(verdict.sent).reduce((sum, count) => sum + count, 0)),
      `${Object.entries(verdict.sent)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')}; ${verdict.host_faults} times something went wrong there`,
    ],
    ['kills', String(killed), VICTIMS.map(name => `${name} ${kills[name]}`).join(', ')],
    ['forgotten by disks', `${verdict.forgotten} B`, 'written by the simulator and not synced when its power failed'],
    ['clock jumps', String(verdict.clock_moves), 'of 1, 6 or 12 hours'],
    [
      'ended by itself',
      String(verdict.fallen.length),
      'processes that could not start because what they need was just killed',
    ],
    ['mismatches', of('mismatch'), 'two records disagree'],
    ['duplicates', of('duplicate'), 'done twice'],
    ['lost', of('lost'), 'acknowledged or sent, and not there'],
    [
      'longest interruption',
      seconds(verdict.silence_ms),
      `no client got any answer; the slowest start of a process took ${seconds(verdict.start_ms)}`,
    ],
    ['seed', String(verdict.seed), `${seconds(verdict.ms)} in all`],
  ]
  const widths = [0, 1].map(column => Math.max(...rows.map(row => row[column]!.length)))
  const lines = rows.map(
    ([name, value, words]) => `${name.padEnd(widths[0]!)}  ${value.padStart(widths[1]!)}  ${words}`,
  )
  return [
    ...lines,
    ...found.slice(0, MOST_LINES).map(({ kind, between, says }) => `${kind} between ${between}: ${says}`),
  ].join('\n')
}

function number(count: number): string {
  return count.toLocaleString('en-US')
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
