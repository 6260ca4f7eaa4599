import { MERCHANT, worldpayHost } from '../../test/hosts/worldpay-cnp/index.ts'
import type { ProcessorHost } from './processor-host.ts'

const MOVING: readonly string[] = ['sale', 'capture', 'captureGivenAuth', 'credit', 'echeckSale', 'echeckCredit']
const APPROVED: readonly string[] = ['000', '010']

export async function openWorldpay(now?: () => number): Promise<ProcessorHost> {
  const host = await worldpayHost(now)
  return {
    connector: 'worldpay-cnp',
    host,
    settings: { ...MERCHANT, url: host.address },
    records: () =>
      host.book.transactions.map(({ id, element, code, amount, used, is_voided, on }) => {
        const is_approved = APPROVED.includes(code)
        const stands = is_approved && !is_voided
        return {
          reference: id,
          is_approved,
          moved: stands && MOVING.includes(element) ? Number(amount) : 0,
          held: stands && element === 'authorization' && used === 0n ? Number(amount) : 0,
          on: element.endsWith('redit') ? (on?.id ?? null) : null,
        }
      }),
    orderIn({ body }) {
      const [, element = '', reference] = /<\/authentication>\s*<(\w+)[^>]*?\sid="([^"]+)"/.exec(body) ?? []
      return reference && element !== 'queryTransaction' ? { reference, asks: element } : null
    },
    stir(chance) {
      host.underway = chance.oneIn(10) ? 1 : 0
    },
    endDay: () => host.book.settle(),
  }
}
