import { attrs, type Html, html } from '../../html.ts'

interface Box {
  id: string
  title: string
  note?: string
  x: number
  y: number
  /** A user or a person rather than a record or a state. */
  isPerson?: boolean
}

interface Arrow {
  from: string
  to: string
  label?: string
  /** What makes the step, by its name in the API. */
  action?: string
  /** A relation rather than a step. */
  isLoose?: boolean
}

export interface Diagram {
  title: string
  /** The same in words. */
  description: string
  height: number
  boxes: readonly Box[]
  arrows: readonly Arrow[]
}

const [WIDTH, BOX_WIDTH, BOX_HEIGHT] = [400, 96, 44]
/** Columns and rows of the boxes, narrow enough to be read on a phone. */
const [LEFT, MIDDLE, RIGHT] = [2, 152, 302]
const row = (index: number) => 4 + index * 84

const state = (code: number, note: string, x: number, y: number): Box => ({
  id: String(code),
  title: String(code),
  note,
  x,
  y,
})

/** The diagrams of the guides by name. */
export const DIAGRAMS: Readonly<Record<string, Diagram>> = {
  locations: {
    title: 'A merchant with three locations and two users',
    description:
      'Cedar Books is the root location. Store North and Store South are below it, and the café is below Store North. The administrator belongs to the root and sees all four. The clerk belongs to Store North and sees it and the café. Each store has products of its own.',
    height: row(2) + BOX_HEIGHT + 4,
    boxes: [
      { id: 'root', title: 'Cedar Books', note: 'root location', x: MIDDLE, y: row(0) },
      { id: 'admin', title: 'Admin', note: 'sees all four', x: RIGHT, y: row(0), isPerson: true },
      { id: 'north', title: 'Store North', note: 'cards, debits', x: LEFT, y: row(1) },
      { id: 'south', title: 'Store South', note: 'cards', x: RIGHT, y: row(1) },
      { id: 'cafe', title: 'Café', note: 'cards', x: LEFT, y: row(2) },
      { id: 'clerk', title: 'Clerk', note: 'sees two', x: MIDDLE, y: row(2), isPerson: true },
    ],
    arrows: [
      { from: 'root', to: 'north' },
      { from: 'root', to: 'south' },
      { from: 'north', to: 'cafe' },
      { from: 'admin', to: 'root', isLoose: true },
      { from: 'clerk', to: 'north', isLoose: true },
    ],
  },
  'card-states': {
    title: 'States of a card payment',
    description:
      'A payment begins as 0, pending. It becomes 101 (sale), 102 (authorization), 121 (address check) or 301 (declined). A capture turns 102 into 101. A void turns 101, 102 or 111 into 201; an expired authorization becomes 201 too. A refund of a sale is a transaction of its own, 111.',
    height: row(2) + BOX_HEIGHT + 4,
    boxes: [
      state(301, 'declined', LEFT, row(0)),
      state(0, 'pending', MIDDLE, row(0)),
      state(121, 'AVS only', RIGHT, row(0)),
      state(101, 'sale', MIDDLE, row(1)),
      state(102, 'authorized', RIGHT, row(1)),
      state(111, 'refunded', MIDDLE, row(2)),
      state(201, 'voided', RIGHT, row(2)),
    ],
    arrows: [
      { from: '0', to: '301' },
      { from: '0', to: '121', action: 'avsonly' },
      { from: '0', to: '101', action: 'sale', label: 'sale' },
      { from: '0', to: '102', action: 'authonly', label: 'hold' },
      { from: '102', to: '101', action: 'authcomplete', label: 'capture' },
      { from: '102', to: '201', action: 'void', label: 'void' },
      { from: '101', to: '201', action: 'void', label: 'void' },
      { from: '101', to: '111', action: 'refund', label: 'refund', isLoose: true },
      { from: '111', to: '201', action: 'void', label: 'void' },
    ],
  },
  'bank-states': {
    title: 'States of a bank payment',
    description:
      'An accepted bank payment is 131 until the next file, where a void on the same day makes it 201. In the file it is 132, accepted by the bank 133, settled 134. The bank may reject it (136). A debit that comes back is 331, or 135 while it waits to be presented again.',
    height: row(3) + BOX_HEIGHT + 4,
    boxes: [
      state(131, 'waits for file', MIDDLE, row(0)),
      state(201, 'voided', RIGHT, row(0)),
      state(132, 'in a file', MIDDLE, row(1)),
      state(136, 'rejected', RIGHT, row(1)),
      state(135, 'tried again', LEFT, row(2)),
      state(133, 'accepted', MIDDLE, row(2)),
      state(134, 'settled', MIDDLE, row(3)),
      state(331, 'returned', RIGHT, row(3)),
    ],
    arrows: [
      { from: '131', to: '201', action: 'void', label: 'void' },
      { from: '131', to: '132' },
      { from: '132', to: '136' },
      { from: '132', to: '133' },
      { from: '133', to: '135' },
      { from: '135', to: '132' },
      { from: '133', to: '134' },
      { from: '133', to: '331' },
      { from: '134', to: '331' },
    ],
  },
  money: {
    title: 'From a sale to the bank account',
    description:
      'An approved sale joins the open batch; until it settles it can be voided. Refunds join the open batch as well. The processor settles the batch and pays out to the merchant’s bank account. A chargeback takes money out of that account. The gateway compares the settled batch with the processor’s report, and what differs is a discrepancy.',
    height: row(3) + BOX_HEIGHT + 4,
    boxes: [
      { id: 'sale', title: 'Sale', note: 'approved', x: MIDDLE, y: row(0) },
      { id: 'void', title: 'Void', note: 'nothing moves', x: RIGHT, y: row(0) },
      { id: 'refund', title: 'Refund', note: 'own payment', x: LEFT, y: row(1) },
      { id: 'batch', title: 'Open batch', note: 'of the product', x: MIDDLE, y: row(1) },
      { id: 'settled', title: 'Settled batch', note: 'by processor', x: MIDDLE, y: row(2) },
      { id: 'report', title: 'Report', note: 'of processor', x: LEFT, y: row(2) },
      { id: 'account', title: 'Bank account', note: 'of the merchant', x: MIDDLE, y: row(3) },
      { id: 'difference', title: 'Discrepancy', note: 'for a person', x: LEFT, y: row(3) },
      { id: 'chargeback', title: 'Chargeback', note: 'to cardholder', x: RIGHT, y: row(3) },
    ],
    arrows: [
      { from: 'sale', to: 'void' },
      { from: 'sale', to: 'batch' },
      { from: 'refund', to: 'batch' },
      { from: 'batch', to: 'settled', label: 'once a day' },
      { from: 'settled', to: 'account', label: 'payout' },
      { from: 'settled', to: 'report', isLoose: true },
      { from: 'report', to: 'difference', label: 'differs', isLoose: true },
      { from: 'account', to: 'chargeback' },
    ],
  },
}

/** A diagram as a picture with its text. Its colours are those of the page. */
export function diagramView(name: string): Html {
  const { title, description, height, boxes, arrows } = DIAGRAMS[name]!
  return html`<figure class="diagram">
<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${name}-title ${name}-text">
<title id="${name}-title">${title}</title>
<desc id="${name}-text">${description}</desc>
<defs><marker id="${name}-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
${arrows.map(arrow => arrowView(name, arrow, boxes))}
${boxes.map(boxView)}
${arrows.map(arrow => labelView(arrow, boxes))}
</svg>
<figcaption>${title}</figcaption>
</figure>`
}

function boxView({ title, note, x, y, isPerson }: Box): Html {
  const center = x + BOX_WIDTH / 2
  return html`<rect${attrs({ x, y, width: BOX_WIDTH, height: BOX_HEIGHT, rx: isPerson ? BOX_HEIGHT / 2 : 6 })}/>
<text class="title" x="${center}" y="${y + 19}">${title}</text>
<text class="note" x="${center}" y="${y + 35}">${note}</text>
`
}

/** From side to side in a row, else from the bottom of one box to the top of the other, or the other way round. */
function endsOf({ from, to }: Arrow, boxes: readonly Box[]): [x1: number, y1: number, x2: number, y2: number] {
  const [start, end] = [from, to].map(id => boxes.find(box => box.id === id)!) as [Box, Box]
  const [isRight, isBelow] = [end.x > start.x, end.y > start.y]
  if (start.y === end.y) {
    const y = start.y + BOX_HEIGHT / 2
    return [start.x + (isRight ? BOX_WIDTH : 0), y, end.x + (isRight ? 0 : BOX_WIDTH), y]
  }
  const [x1, x2] = [start.x + BOX_WIDTH / 2, end.x + BOX_WIDTH / 2]
  return [x1, start.y + (isBelow ? BOX_HEIGHT : 0), x2, end.y + (isBelow ? 0 : BOX_HEIGHT)]
}

function arrowView(name: string, arrow: Arrow, boxes: readonly Box[]): Html {
  const [x1, y1, x2, y2] = endsOf(arrow, boxes)
  const loose = arrow.isLoose ? 'loose' : null
  return html`<line${attrs({ class: loose, x1, y1, x2, y2, 'marker-end': `url(#${name}-head)` })}/>
`
}

/** Above a line from side to side, whose gap is no wider than the word, else on the line. */
function labelView(arrow: Arrow, boxes: readonly Box[]): Html | null {
  if (arrow.label === undefined) return null
  const [x1, y1, x2, y2] = endsOf(arrow, boxes)
  const y = y1 === y2 ? y1 - 6 : (y1 + y2) / 2 + 4
  return html`<text class="step" x="${(x1 + x2) / 2}" y="${y}">${arrow.label}</text>
`
}
