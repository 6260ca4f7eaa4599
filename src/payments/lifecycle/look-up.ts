import { within } from '../../lib/within.ts'
import type { Found, Processor } from '../../ports/processor.ts'
import type { Inquiry } from '../../ports/processor-request.ts'
import type { PaymentContext } from './payment-context.ts'

/** What has become of a request at the processor account it was sent to. */
export interface Question {
  account: string
  processor: Processor
  asked: Inquiry
  /** Milliseconds after which it is given up. */
  ms: number
  /** The processor, which has to offer this, is to decline the request from now on where it has not arrived. */
  ruling_out?: boolean
}

/** Returns null when the processor cannot be reached, or does not answer in time: then nothing is known yet. */
export async function lookUp(
  { lines }: Pick<PaymentContext, 'lines'>,
  { account, processor, asked, ms, ruling_out = false }: Question,
): Promise<Found | null> {
  const line = lines.to(account, processor)
  try {
    const found = await within(Math.max(0, ms), ruling_out ? processor.ruleOut!(asked) : processor.find(asked))
    line.answered()
    return found
  } catch (error) {
    line.failed(asked.reference, error)
    return null
  }
}
