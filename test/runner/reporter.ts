import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import type { FromWorker } from './messages.ts'

interface Ended {
  name: string
  nesting: number
  skip?: string | boolean
  todo?: string | boolean
  details: { duration_ms: number; type?: string; error?: Error & { failureType?: string } }
}

/** A reporter for Node's test runner. It sends every result to the parent process and prints nothing. */
export default async function* (events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const message = messageOf(event)
    if (message && process.connected) process.send!(message)
    yield ''
  }
}

function messageOf({ type, data }: TestEvent): FromWorker | null {
  if (type === 'test:diagnostic') {
    // Nesting 0 is Node's own summary. Every test is nested in the suite of its file.
    return data.nesting > 0 ? { kind: 'note', text: data.message } : null
  }
  if (type !== 'test:pass' && type !== 'test:fail') return null
  const { name, nesting, skip = false, todo = false, details } = data as unknown as Ended
  return {
    kind: 'result',
    name,
    nesting,
    is_suite: details.type === 'suite',
    passed: type === 'test:pass',
    ms: details.duration_ms,
    skipped: skip,
    todo,
    error: details.error ? textOf(details.error) : null,
  }
}

/** Returns null for a suite that failed only because of a test in it: that test reports the error. */
function textOf(error: Error & { failureType?: string }): string | null {
  if (error.failureType === 'subtestsFailed') return null
  const { cause } = error
  return cause instanceof Error ? (inspect(cause, { depth: 6 }) ?? cause.message) : inspect(cause ?? error)
}
