import { NotChecked } from '../check.ts'
import type { Answer } from '../client.ts'

/** Ends the check as not checked when the service has nothing at this path. */
export function offered(answer: Answer, what: string): Answer {
  if (answer.status === 404 && /nothing at this path/i.test(answer.text))
    throw new NotChecked(`the service does not offer ${what}`)
  return answer
}
