/** What a gateway does in no test that has not announced it: a status from 500 on, or the text of a logged error. */
type Fault = number | string

interface Announced {
  fault: Fault
  why: string
  is_met: boolean
}

/** Log lines that come with an answer of 5xx: where the answer is seen, the line says nothing more. */
const OF_ANSWERS = [
  'request failed',
  'oauth failed',
  'a hosted page failed',
  'the database cannot serve a request at the moment',
]
/** Lines about the gateway's own work. Those about processors, banks, terminals and mail servers are no faults. */
const OF_ITS_WORK = [
  'job failed',
  'periodic task failed',
  'work of the night failed',
  'due work could not be looked for',
  'worker could not reach the job table',
  'outcomes could not be stored',
  'the outcome of',
  'could not be rendered',
  'a response was not stored',
  'a batch could not be compared',
  'a result could not be read',
  'this could not be noted',
  'stopping failed',
]
/** Messages of what cannot be done at the moment: a file that announces 503 announces them. */
const UNAVAILABLE = /The database was lost|cannot do this at the moment|too many answers wait/
const LEVEL_ERROR = 50

const announced: Announced[] = []
const faults: string[] = []

/** Returns the faults that a file has not announced, and those that did not happen; the next file begins with none. */
export function takeServerFaults(): string[] {
  const unmet = announced.filter(({ is_met }) => !is_met).map(({ fault, why }) => `${fault}: ${why}`)
  const all = [
    ...faults.map(fault => `not announced: ${fault}`),
    ...unmet.map(fault => `announced, and did not happen: ${fault}`),
  ]
  announced.length = 0
  faults.length = 0
  return all
}

/** Announces a fault that this file provokes from here on, and that has to happen. `why` says what provokes it. */
export function expectsFault(fault: Fault, why: string): void {
  announced.push({ fault, why, is_met: false })
}

/** Announces a fault that may happen from here on, or not: it depends on the moment at which something dies. */
export function allowsFault(fault: Fault, why: string): void {
  announced.push({ fault, why, is_met: true })
}

/** Notes an answer. Returns the fault it is, or null. */
export function noteAnswer(method: string, url: string, status: number, text: string): string | null {
  if (status < 500 || isAnnounced(fault => fault === status)) return null
  return noted(`${method} ${url} answers ${status}: ${text.slice(0, 200)}`)
}

/** Notes a line that a gateway has logged. `sees_answers`: whether its answers are noted as well. */
export function noteLogLine(line: string, sees_answers: boolean): void {
  const { level, msg = '', message = '' } = errorOf(line)
  if (level === undefined || level < LEVEL_ERROR) return
  const is_answer = OF_ANSWERS.includes(msg)
  if (is_answer ? sees_answers : !OF_ITS_WORK.some(text => msg.includes(text))) return
  const is_unavailable = is_answer || UNAVAILABLE.test(message)
  if (isAnnounced(fault => (typeof fault === 'number' ? is_unavailable : line.includes(fault)))) return
  noted(line.trim())
}

function isAnnounced(is: (fault: Fault) => boolean): boolean {
  const met = announced.filter(({ fault }) => is(fault))
  for (const each of met) each.is_met = true
  return met.length > 0
}

function noted(fault: string): string {
  faults.push(fault)
  return fault
}

/** What a process says besides its log is no JSON. */
function errorOf(line: string): { level?: number; msg?: string; message?: string } {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}
