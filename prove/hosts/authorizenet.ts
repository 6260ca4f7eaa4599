import { LOGIN, openAuthorizeNet, SIGNATURE_KEY } from '../../test/hosts/authorizenet/index.ts'
import type { ProcessorHost } from './processor-host.ts'

const DECLINED = '2'

export async function openAuthorizenet(now: () => number): Promise<ProcessorHost> {
  const host = await openAuthorizeNet(now)
  const { book } = host
  return {
    connector: 'authorizenet',
    host,
    settings: { ...LOGIN, signature_key: SIGNATURE_KEY, url: host.url },
    records: () =>
      book.entries.map(({ invoice, status, settles, authorized, original_id }) => ({
        reference: referenceOf(invoice),
        is_approved: !/^(declined|FDS)/.test(status),
        moved: /^(captured|settled|refund)/.test(status) ? Number(settles) : 0,
        held: status === 'authorizedPendingCapture' ? Number(authorized) : 0,
        on: original_id === null ? null : referenceOf(book.byId(original_id)!.invoice),
      })),
    orderIn({ body }) {
      const { createTransactionRequest: asked } = JSON.parse(body)
      if (!asked) return null
      const { transactionType, refTransId = '' } = asked.transactionRequest
      return { reference: referenceOf(asked.refId), asks: `${transactionType} ${refTransId}` }
    },
    stir(chance, order) {
      // What has to be given back is not declined: that would be for a person to decide.
      const may_decline = order?.asks.startsWith('auth') === true
      book.verdicts.splice(0, 1, ...(may_decline && chance.oneIn(20) ? [DECLINED] : []))
      book.review = chance.oneIn(20) ? 'FDSPendingReview' : null
    },
    endDay(chance) {
      for (const { id, status } of book.entries) if (status.startsWith('FDS')) book.decide(id, !chance.oneIn(3))
      book.close()
    },
  }
}

/** Our reference is written there in base 36. */
function referenceOf(invoice: string): string {
  const value = [...invoice].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
  return value.toString(16).padStart(24, '0')
}
