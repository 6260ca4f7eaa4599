import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../src/db/embedded.ts'
import { openDatabase } from '../src/db/pool.ts'
import { columnsOf } from '../src/engine/columns.ts'
import { quickinvoice } from '../src/resources/quickinvoice/quickinvoice.ts'
import { measureAuthentication } from './authentication.ts'
import { type Bar, barTable, missedOf, withinNoiseOf, withTable } from './bar.ts'
import { type BenchCase, benchCases } from './cases.ts'
import { copyInvoice } from './copy-invoice.ts'
import { benchEnding, ENDINGS, endingReport } from './ending.ts'
import { benchExports, exportBars, exportsReport } from './exports.ts'
import { fairnessBars, measureFairness } from './fairness.ts'
import { startFloor, startGateway, startUnguarded } from './gateway.ts'
import { benchGrowth } from './growth.ts'
import { growthPlot, growthReport } from './growth-report.ts'
import { listedCases } from './listed.ts'
import { measureInTurn, measureStatements, runOfLoad } from './measure.ts'
import { benchPayments, paymentBars, paymentRates, paymentsReport } from './payments.ts'
import { postbackReport } from './postbacks.ts'
import { profileOf } from './profile.ts'
import {
  type BenchRow,
  barsOf,
  comparedWith,
  LIST_OF_MANY,
  memoryLine,
  type Rate,
  ratesLine,
  report,
} from './report.ts'
import { benchRuns, runBars, runsReport } from './runs.ts'
import { benchSettling, settlingReport } from './settling.ts'
import { benchSoak, soakReport } from './soak.ts'
import { measureStanding, standingBars, standingLine } from './standing.ts'
import { terminalReport } from './terminals.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    invoices: { type: 'string', default: '1000000' },
    recurrings: { type: 'string', default: '100000' },
    terminals: { type: 'string', default: '10000' },
    settling: { type: 'string' },
    ending: { type: 'string' },
    soak: { type: 'string' },
    profile: { type: 'string' },
    rate: { type: 'string', default: '60' },
    rows: { type: 'string', default: '1000000' },
    quiet: { type: 'string', default: '30' },
    most: { type: 'string' },
    growth: { type: 'boolean', default: false },
    only: { type: 'string' },
    case: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
/** With `--check`. */
const CHECKED_RECURRINGS = 20_000
const invoices = Number(values.invoices)
/** Fewer invoices are a trial, and no figures to keep. */
const FULL = 1_000_000
const MACHINE = `Node ${process.version.slice(1)}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${invoices.toLocaleString('en-US')} invoices.`

/** The settling of a batch has a database of its own, and is measured alone. */
if (values.settling) {
  const sales = Number(values.settling)
  const { text, missed } = settlingReport(
    sales,
    await benchSettling(sales, { per_second: 10, quiet_seconds: Number(values.quiet) }),
  )
  console.log(`${text}\n${missed.length === 0 ? 'every bar is met' : `missed:\n${missed.join('\n')}`}`)
  process.exit(missed.length === 0 ? 0 : 1)
}

/** So has what ends by itself: `--ending numbers` or `authorizations`, so many `--rows`, for `--most` seconds. */
if (values.ending) {
  const ending = ENDINGS.find(each => each === values.ending)
  if (!ending) throw new Error(`--ending needs one of ${ENDINGS.join(', ')}`)
  const rows = Number(values.rows)
  const pace = { per_second: 10, quiet_seconds: Number(values.quiet), most_seconds: Number(values.most ?? 300) }
  const { text, missed } = endingReport(ending, rows, await benchEnding(ending, rows, pace))
  console.log(`${text}\n${missed.length === 0 ? 'every bar is met' : `missed:\n${missed.join('\n')}`}`)
  process.exit(missed.length === 0 ? 0 : 1)
}

/** `--soak 60`: an hour of requests of every kind, `--rate` a second, with a settlement half way. */
if (values.soak) {
  const { text, missed } = soakReport(await benchSoak(Number(values.soak), Number(values.rate)))
  console.log(`${text}\n${missed.length === 0 ? 'every bar is met' : `missed:\n${missed.join('\n')}`}`)
  process.exit(missed.length === 0 ? 0 : 1)
}

/** `--growth`: the same operations at ten thousand rows, ten times as many and so on, up to `--most`. */
if (values.growth) {
  const most = Number(values.most ?? 1_000_000)
  const sizes = [most]
  while (sizes[0]! > 10_000) sizes.unshift(sizes[0]! / 10)
  const figures = await benchGrowth(sizes, undefined, known => console.log(`${growthReport(known).text}\n`))
  const { text, missed } = growthReport(figures)
  const read = `# Growth\n\nWritten by \`npm run bench -- --growth\`; [performance.md](performance.md) says what it means.\n\n`
  await writeFile('docs/growth.md', `${read}${text}\n`)
  await writeFile('docs/growth.svg', growthPlot(figures))
  console.log(text)
  endWith(missed)
}

/** `--profile sale`: where the processor time of a path goes. */
if (values.profile) {
  console.log(await profileOf(values.profile, Number(values.seconds)))
  process.exit()
}

/** Recurrings have a database of their own: with `--only recurrings` nothing else is filled. */
if ((!values.only && !values.check) || values.only === 'recurrings') {
  const figures = await benchRuns(Number(values.recurrings))
  const bars = runBars(figures)
  console.log(`${runsReport(figures)}\n\n${barTable(bars)}\n\n${ratesLine(paymentRates(figures))}\n`)
  if (values.only) endWithBars(bars)
}

/** Starting and standing need a gateway of their own: `--only standing`. */
if ((!values.only && !values.check) || values.only === 'standing') {
  const standing = await measureStanding()
  const bars = standingBars(standing)
  console.log(`${barTable(bars)}\n\n${standingLine(standing)}\n`)
  if (values.only) endWithBars(bars)
}

/** So have exports: `--only exports`, of so many `--rows`. */
if (values.only === 'exports') {
  const figures = await benchExports(Number(values.rows))
  const bars = exportBars(figures)
  console.log(`${exportsReport(figures)}\n\n${barTable(bars)}`)
  endWithBars(bars)
}

/** So have card payments: `--only payments`. */
if (values.only === 'payments') {
  const figures = await benchPayments(seconds)
  const bars = paymentBars(figures)
  console.log(`${paymentsReport(figures)}\n\n${barTable(bars)}\n\n${ratesLine(paymentRates(figures))}`)
  endWithBars(bars)
}

/**
 * `npm run bench`: a database and a service of its own, a million invoices, every figure next to its two limits of
 * the same run.
 */
const home = await mkdtemp(join(tmpdir(), 'tollgate-bench-'))
const embedded = await startEmbedded({ home })
const undo: (() => Promise<unknown>)[] = [() => embedded.stop(), () => rm(home, { recursive: true, force: true })]
const bars: Bar[] = []
const rates: Rate[] = []
try {
  const gateway = await startGateway(embedded.owner_url, home)
  undo.unshift(() => gateway.stop())
  const db = openDatabase({ url: embedded.owner_url, size: 16, application_name: 'bench' })
  undo.unshift(() => db.close())
  console.log(MACHINE)

  const books = await fillDatabase()
  const floor = await startFloor('records', [embedded.owner_url, JSON.stringify(columnsOf(quickinvoice).names)])
  undo.unshift(floor.stop)

  const rows: BenchRow[] = []
  const cases = [...(await benchCases({ gateway, db, books })), ...listedCases(books.small.location_id)]
  const runOf = ({ merchant, gateway: next }: BenchCase) =>
    runOfLoad({ url: gateway.url, headers: gateway.keys(merchant), next })
  for (const each of cases) {
    if (values.only && !each.name.includes(values.only)) continue
    const isCompared = Object.values(LIST_OF_MANY).includes(each.name)
    if (values.check && ((each.bar === null && !isCompared) || each.is_long)) continue
    const { name, bar, alone_bar, alone } = each
    const other = cases.find(one => one.name === comparedWith(name))
    const runs = {
      limit: each.floor && runOfLoad({ url: floor.url, next: each.floor }),
      alone: alone && ((some: number) => measureStatements(alone, some / 2)),
      other: other && runOf(other),
      ours: runOf(each),
    }
    for (const run of Object.values(runs)) await run?.(1)
    rows.push({ name, bar, ...(alone_bar && { alone_bar }), ...(await measureInTurn(runs, seconds)) })
    console.log(report([rows.at(-1)!]))
  }
  console.log(`\n${report(rows)}`)
  rates.push(...rows.map(({ name, ours, limit }) => ({ name, ours, floor: limit })))
  const fairness =
    isWanted('fairness') || values.check ? await measureFairness(gateway, values.check ? 1 : seconds, values.case) : []
  bars.push(...barsOf(rows, await gateway.memory()), ...fairnessBars(fairness))
  if (isWanted('postbacks')) console.log(await postbackReport(gateway, db))
  if (isWanted('authentication')) {
    const unguarded = await startUnguarded(gateway, embedded.owner_url, home)
    undo.unshift(unguarded.stop)
    console.log(`\n${await measureAuthentication(gateway, unguarded)}`)
  }
  console.log(memoryLine(await gateway.memory()))
  if (isWanted('terminals')) console.log(await terminalReport(gateway, db, Number(values.terminals)))

  function isWanted(part: string): boolean {
    return values.only === undefined ? !values.check : part.includes(values.only)
  }

  async function fillDatabase() {
    const made = []
    for (const merchant of [0, 1] as const) {
      const { location_id } = gateway.sandbox.merchants[merchant]!
      const answer = await fetch(`${gateway.url}/v2/quickinvoices`, {
        method: 'POST',
        headers: { ...gateway.keys(merchant), 'content-type': 'application/json' },
        body: JSON.stringify({
          quickinvoice: { location_id, title: 'First', due_date: '2026-12-31', item_list: { Work: 10 } },
        }),
      })
      if (answer.status !== 201) throw new Error(`the first invoice was refused: ${await answer.text()}`)
      const { quickinvoice: invoice } = (await answer.json()) as { quickinvoice: { id: string } }
      await copyInvoice(db, invoice.id, merchant === 0 ? invoices : Math.min(invoices, 10_000))
      made.push({ location_id, id: invoice.id })
    }
    await db.run('vacuum analyze quickinvoice')
    await db.run('analyze tally')
    const ids = await db.query<{ id: string }>('select id from quickinvoice where location_id = $1 limit 20000', [
      made[0]!.location_id,
    ])
    return { million: made[0]!, small: made[1]!, ids: ids.map(row => row.id), invoices }
  }
} finally {
  for (const step of undo) await step().catch(error => console.error(error))
}

/**
 * `--check`: the cases that have a bar, and an exit code of 1 when one of them is missed. A run at full size is the
 * table of the page.
 */
if (values.check) {
  const payments = await benchPayments(seconds)
  const runs = await benchRuns(CHECKED_RECURRINGS)
  const standing = await measureStanding()
  bars.push(...paymentBars(payments), ...runBars(runs), ...standingBars(standing))
  rates.push(...paymentRates(payments), ...paymentRates(runs))
  const written = [MACHINE, barTable(bars), ratesLine(rates), standingLine(standing)].join('\n\n')
  console.log(`\n${paymentsReport(payments)}\n\n${runsReport(runs)}\n\n${written}`)
  const page = 'docs/performance.md'
  if (invoices >= FULL) await writeFile(page, withTable(await readFile(page, 'utf8'), written))
  endWithBars(bars)
}

function endWithBars(bars: readonly Bar[]): never {
  const withinNoise = withinNoiseOf(bars)
  if (withinNoise.length > 0) console.log(`\nmet within noise:\n${withinNoise.join('\n')}`)
  endWith(missedOf(bars))
}

function endWith(missed: readonly string[]): never {
  console.log(missed.length === 0 ? '\nevery bar is met' : `\nmissed:\n${missed.join('\n')}`)
  process.exit(missed.length === 0 ? 0 : 1)
}
