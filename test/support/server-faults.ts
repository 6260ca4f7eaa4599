/** A fault that a test must announce: a response status of 500 or above, or part of a logged error line. */
type Fault = number | string

interface Announced {
  fault: Fault
  why: string
  is_met: boolean
}

/** Log lines that accompany a 5xx response. They are ignored where the response itself is recorded. */
const OF_ANSWERS = [
  'request failed',
  'oauth failed',
  'a hosted page failed',
  'the database cannot serve a request at the moment',
  'not ready: payments cannot be stored',
]
/** Errors of processors, banks, terminals, receivers, mail servers and key services. All others are faults of ours. */
const OF_OTHERS = [
  "a processor refuses an account's settings",
  'a person may decide',
  'an outcome could not be resolved',
  'an approval could not be taken back',
  'an action was approved that had been given up',
  'a bank payment came back with a code that is no reason',
  'a bank payment could not be asked about',
  'a notification of change needs a person',
  'a file of the bank was set aside',
  'the bank refused a file',
  'the bank sends back what was never sent',
  'the books could not be compared',
  'a terminal approved what was told to have failed',
  'a terminal driver failed',
  'a terminal run could not be recovered',
  'message was not delivered',
  'postback could not be sent',
  'the keys cannot be unwrapped again',
  'the renewed certificate cannot be used',
]
/** Error messages of temporary outages. Announcing 503 announces these as well. */
const UNAVAILABLE = /The database was lost|cannot do this at the moment|too many answers wait/
const LEVEL_ERROR = 50

const announced: Announced[] = []
const faults: string[] = []

/** Returns unannounced faults and announced faults that did not occur, and resets both for the next file. */
export function takeServerFaults(): string[] {
  const unmet = announced.filter(({ is_met }) => !is_met).map(({ fault, why }) => `${fault}: ${why}`)
  const all = [
    ...faults.map(fault => `not announced: ${fault}`),
    ...unmet.map(fault => `announced, but did not happen: ${fault}`),
  ]
  announced.length = 0
  faults.length = 0
  return all
}

/** Announces a fault that must occur between here and the end of the file. `why` says what causes it. */
export function expectsFault(fault: Fault, why: string): void {
  announced.push({ fault, why, is_met: false })
}

/** Announces a fault that may or may not occur, because it depends on timing. */
export function allowsFault(fault: Fault, why: string): void {
  announced.push({ fault, why, is_met: true })
}

/** Records a response. Returns the unannounced fault, or null. */
export function noteAnswer(method: string, url: string, status: number, text: string): string | null {
  if (status < 500 || isAnnounced(fault => fault === status)) return null
  return noted(`${method} ${url} answers ${status}: ${text.slice(0, 200)}`)
}

/** Records a logged line. `sees_answers`: whether this gateway's responses are recorded as well. */
export function noteLogLine(line: string, sees_answers: boolean): void {
  const { level, msg = '', message = '' } = errorOf(line)
  if (level === undefined || level < LEVEL_ERROR) return
  const is_answer = OF_ANSWERS.includes(msg)
  if (is_answer ? sees_answers : OF_OTHERS.some(text => msg.includes(text))) return
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

/** Returns an empty object for output that is not JSON, such as the ready line. */
function errorOf(line: string): { level?: number; msg?: string; message?: string } {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}
