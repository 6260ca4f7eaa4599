import type { Letter } from '../../lib/letter.ts'

/** What the operator is told of the open differences of one merchant. */
export interface Notice {
  /** Null for what belongs to no merchant. */
  merchant: { id: string; name: string } | null
  /** How many are open, by kind, the most frequent first. */
  counts: readonly { kind: string; count: number }[]
  public_url: string
}

/** Returns the mail that tells the operator where books and processor, bank or terminal differ. */
export function noticeLetter({ merchant, counts, public_url }: Notice): Letter {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const whose = merchant ? `${merchant.name} (${merchant.id})` : 'no merchant'
  const differences = total === 1 ? '1 difference' : `${total} differences`
  return {
    subject: `${differences} in the books of ${merchant?.name ?? 'no merchant'}`,
    preview: `${differences} between the books and a processor, a bank or a terminal.`,
    sender: { name: 'Tollgate', accent: null, lines: [public_url] },
    heading: `${differences} to look into`,
    paragraphs: [`These differences between the books of ${whose} and a processor, a bank or a terminal are open.`],
    figure: null,
    rows: counts.map(({ kind, count }) => ({ label: kind, value: String(count) })),
    quote: null,
    button: null,
    notes: [
      `The list: npm run tollgate -- discrepancies${merchant ? ` --merchant ${merchant.id}` : ''}`,
      ...(merchant ? [`For the merchant: ${public_url}/v2/discrepancies?status=open`] : []),
      'This is sent once a day at most.',
    ],
  }
}
