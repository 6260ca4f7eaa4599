import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { cleanPicture } from '../../lib/clean-picture.ts'
import { qrModules } from '../../lib/qr-code.ts'
import type { InvoiceSheet } from '../../ports/invoice-printer.ts'

type Pdf = InstanceType<typeof PDFDocument>
type Tag = ReturnType<Pdf['struct']>

const require = createRequire(import.meta.url)
const font = (path: string): Buffer => readFileSync(require.resolve(`@expo-google-fonts/noto-sans/${path}`))
const FONTS = { plain: font('400Regular/NotoSans_400Regular.ttf'), bold: font('700Bold/NotoSans_700Bold.ttf') }

const MARGIN = 54
/** Room for the number of the page. */
const FOOT = 28
const INK = '#17211e'
const SOFT = '#4b5854'
const LINE = '#c9c8c0'
const QR_SIDE = 92
const LOGO = { width: 150, height: 48 }
/** Ligatures and kerning take most of the time of a long invoice, and nobody misses them in a list. */
const PLAIN = { features: [] as [] }

/** Returns the invoice as a tagged PDF. The same sheet has the same bytes. */
export async function drawInvoice(sheet: InvoiceSheet): Promise<Buffer> {
  const logo = await printableLogo(sheet.merchant.logo)
  // biome-ignore lint/plugin/machine-time: the PDF package needs the document time as a Date
  const written = new Date(sheet.written_ts * 1000)
  const pdf = new PDFDocument({
    size: sheet.paper,
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN },
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: sheet.language,
    bufferPages: true,
    info: { Title: sheet.title, Author: sheet.merchant.name, CreationDate: written, ModDate: written },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', chunk => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  for (const [name, bytes] of Object.entries(FONTS)) pdf.registerFont(name, bytes)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const page = { pdf, root, left: MARGIN, width: pdf.page.width - 2 * MARGIN, bottom: pdf.page.height - MARGIN - FOOT }
  drawHead(page, sheet, logo)
  drawLines(page, sheet)
  drawEnd(page, sheet)
  root.end()
  numberPages(page, sheet)
  pdf.end()
  return done
}

interface Page {
  pdf: Pdf
  root: Tag
  left: number
  width: number
  /** The lowest point of the text. */
  bottom: number
}

/** Draws something under a tag of its own. */
function tagged({ pdf, root }: Page, tag: string, draw: () => void, within: Tag = root): void {
  within.add(pdf.struct(tag, {}, draw))
}

interface Style {
  size?: number
  bold?: boolean
  soft?: boolean
  x?: number
  y?: number
  width?: number
  align?: 'left' | 'right'
}

/** Writes a text, wrapped within its width, from the current place downwards. */
function write({ pdf, left, width: whole }: Page, text: string, style: Style = {}): void {
  const { size = 10, bold = false, soft = false, x = left, y = pdf.y, width = whole, align = 'left' } = style
  pdf
    .font(bold ? 'bold' : 'plain')
    .fontSize(size)
    .fillColor(soft ? SOFT : INK)
  pdf.text(text, x, y, { width, align, lineGap: 2, ...PLAIN })
}

function heightOf(
  { pdf, width: whole }: Page,
  text: string,
  { size = 10, bold = false, width = whole }: Style = {},
): number {
  pdf.font(bold ? 'bold' : 'plain').fontSize(size)
  return pdf.heightOfString(text, { width, lineGap: 2, ...PLAIN })
}

/** Begins a new page where this much does not fit any more. Returns whether it did. */
function room({ pdf, bottom }: Page, height: number): boolean {
  if (pdf.y + height <= bottom) return false
  pdf.addPage()
  return true
}

/** The merchant, what the document is, the facts and who is asked to pay. */
function drawHead(
  page: Page,
  { merchant, heading, subject, facts, payer, paragraphs }: InvoiceSheet,
  logo: string | null,
): void {
  const { pdf, left, width } = page
  const half = width / 2 - 10
  const right = left + width / 2 + 10
  const top = pdf.y
  if (logo) drawLogo(page, merchant.name, logo)
  tagged(page, 'P', () => write(page, merchant.name, { size: 13, bold: true, width: half }))
  for (const line of merchant.lines) tagged(page, 'P', () => write(page, line, { soft: true, size: 9, width: half }))
  const below = pdf.y
  tagged(page, 'H1', () =>
    write(page, heading, { size: 22, bold: true, x: right, y: top, width: half, align: 'right' }),
  )
  for (const { label, value } of facts)
    tagged(page, 'P', () => write(page, `${label}: ${value}`, { x: right, width: half, align: 'right' }))
  pdf.y = Math.max(below, pdf.y) + 18
  if (payer) {
    tagged(page, 'P', () => write(page, payer.label, { soft: true, size: 9 }))
    for (const line of payer.lines) tagged(page, 'P', () => write(page, line))
    pdf.y += 12
  }
  tagged(page, 'H2', () => write(page, subject, { size: 13, bold: true }))
  for (const text of paragraphs) tagged(page, 'P', () => write(page, text))
  pdf.y += 10
}

/** Pictures are read once; the types of the package do not know it. */
interface Opens {
  openImage(source: string): { width: number; height: number }
}

const LONGEST_LOGO = 1_000_000

/**
 * Returns the picture written anew: the decoder of the PDF package trusts every figure in a file. One that a PDF cannot
 * hold (WebP, SVG), or that is damaged, is left out.
 */
async function printableLogo(logo: string | null): Promise<string | null> {
  if (!logo || logo.length > LONGEST_LOGO || !/^data:image\/(?:png|jpeg);base64,/.test(logo)) return null
  const picture = await cleanPicture(Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64'))
  if (!picture || picture.extension === 'webp') return null
  return `data:${picture.content_type};base64,${picture.content.toString('base64')}`
}

function drawLogo(page: Page, name: string, logo: string): void {
  const { pdf, root, left } = page
  const top = pdf.y
  try {
    const image = (pdf as unknown as Opens).openImage(logo)
    const scale = Math.min(LOGO.width / image.width, LOGO.height / image.height, 1)
    const [width, height] = [image.width * scale, image.height * scale]
    const draw = () => void pdf.image(image as unknown as string, left, top, { width, height })
    root.add(pdf.struct('Figure', { alt: name }, draw))
    pdf.y = top + height + 8
  } catch {
    pdf.y = top
  }
}

const AMOUNT_WIDTH = 110

/** The table of what is asked for, with its head again on every page, and its sums. */
function drawLines(page: Page, { columns, lines, sums }: InvoiceSheet): void {
  const { pdf, root } = page
  const table = pdf.struct('Table')
  root.add(table)
  drawRow(page, table, ['TH', columns.item, columns.amount], { bold: true, soft: true, size: 9 })
  for (const { label, amount } of lines) {
    if (room(page, rowHeight(page, label)))
      drawRow(page, null, ['TH', columns.item, columns.amount], { bold: true, soft: true, size: 9 })
    drawRow(page, table, ['TD', label, amount])
  }
  for (const { label, amount, strong } of sums) {
    room(page, rowHeight(page, label))
    drawRow(page, table, ['TD', label, amount], { bold: strong })
  }
  table.end()
}

function rowHeight(page: Page, label: string): number {
  return heightOf(page, label, { width: page.width - AMOUNT_WIDTH }) + 12
}

/** One row, its line above it. Without a table it is a repetition, which is no content. */
function drawRow(
  page: Page,
  table: Tag | null,
  [tag, label, amount]: [string, string, string],
  style: Style = {},
): void {
  const { pdf, left, width } = page
  const top = pdf.y
  const height = Math.max(
    heightOf(page, label, { ...style, width: width - AMOUNT_WIDTH }),
    heightOf(page, amount, style),
  )
  artifact(page, () =>
    pdf
      .moveTo(left, top)
      .lineTo(left + width, top)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke(),
  )
  const cells = [
    () => write(page, label, { ...style, y: top + 5, width: width - AMOUNT_WIDTH }),
    () =>
      write(page, amount, {
        ...style,
        x: left + width - AMOUNT_WIDTH,
        y: top + 5,
        width: AMOUNT_WIDTH,
        align: 'right',
      }),
  ]
  if (table) {
    const row = pdf.struct('TR')
    table.add(row)
    for (const cell of cells) tagged(page, tag, cell, row)
    row.end()
  } else for (const cell of cells) artifact(page, cell)
  pdf.y = top + height + 10
}

function artifact({ pdf }: Page, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' })
  draw()
  pdf.endMarkedContent()
}

/** Notes, and how to pay: a code to scan and the address as text. */
function drawEnd(page: Page, sheet: InvoiceSheet): void {
  const { pdf, left, width } = page
  const { pay } = sheet
  pdf.y += 8
  for (const note of [...sheet.notes, ...(hasBoxes(pdf, sheet) ? [sheet.boxes] : [])]) {
    room(page, heightOf(page, note, { size: 9 }))
    tagged(page, 'P', () => write(page, note, { size: 9, soft: true }))
    pdf.y += 4
  }
  if (!pay) return
  pdf.y += 8
  room(page, QR_SIDE)
  const top = pdf.y
  page.root.add(pdf.struct('Figure', { alt: `${pay.label} ${pay.href}` }, () => drawCode(page, pay.href, top)))
  const beside = { x: left + QR_SIDE + 16, width: width - QR_SIDE - 16 }
  tagged(page, 'P', () => write(page, pay.label, { ...beside, y: top + 22, bold: true }))
  page.root.add(
    pdf.struct('Link', {}, () => {
      pdf.font('plain').fontSize(10).fillColor('#14564b')
      pdf.text(pay.href, beside.x, pdf.y, { width: beside.width, link: pay.href, underline: true, ...PLAIN })
    }),
  )
}

/** Which letters a font has is known to it, and not told by the types of the package. */
interface KnowsLetters {
  _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
}

/** Whether a text of the invoice has letters that the font lacks: those of other scripts, or little pictures. */
function hasBoxes(pdf: Pdf, { merchant, subject, payer, paragraphs, lines, notes, facts }: InvoiceSheet): boolean {
  const labels = lines.map(({ label }) => label)
  const told = [merchant.name, ...merchant.lines, subject, ...(payer?.lines ?? []), ...paragraphs, ...labels, ...notes]
  const texts = [...told, ...facts.map(({ value }) => value)].join('')
  const { font } = (pdf.font('plain') as unknown as KnowsLetters)._font
  return [...new Set(texts.replaceAll(/\p{Cc}/gu, ''))].some(
    letter => !font.hasGlyphForCodePoint(letter.codePointAt(0)!),
  )
}

function drawCode({ pdf, left }: Page, text: string, top: number): void {
  const { side, isDark } = qrModules(text)
  const module = QR_SIDE / side
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) if (isDark(x, y)) pdf.rect(left + x * module, top + y * module, module, module)
  pdf.fillColor('#000000').fill()
}

/** `1 of 3` at the foot of each page. */
function numberPages(page: Page, { page_of }: InvoiceSheet): void {
  const { pdf, left, width } = page
  const { start, count } = pdf.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index)
    // Text in the margin would otherwise begin another page.
    pdf.page.margins.bottom = 0
    const text = page_of.replace('{page}', String(index + 1)).replace('{pages}', String(count))
    artifact(page, () =>
      write(page, text, { size: 8, soft: true, x: left, y: pdf.page.height - MARGIN - 4, width, align: 'right' }),
    )
  }
}
