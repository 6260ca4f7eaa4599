import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../src/db/embedded.ts'
import { openDatabase } from '../src/db/pool.ts'
import { columnsOf } from '../src/engine/columns.ts'
import { quickinvoice } from '../src/resources/quickinvoice/quickinvoice.ts'
import { measureAuthentication } from './authentication.ts'
import { type Bar, barTable, missedOf, withTable } from './bar.ts'
import { benchCases } from './cases.ts'
import { copyInvoice } from './copy-invoice.ts'
import { benchEnding, ENDINGS, endingReport } from './ending.ts'
import { fairnessBars, measureFairness } from './fairness.ts'
import { readyLine, startGateway, startUnguarded } from './gateway.ts'
import { benchGrowth } from './growth.ts'
import { growthPlot, growthReport } from './growth-report.ts'
import { listedCases } from './listed.ts'
import { measureInTurn, measureStatements } from './measure.ts'
import { benchPayments, paymentBars, paymentsReport } from './payments.ts'
import { postbackReport } from './postbacks.ts'
import { profileOf } from './profile.ts'
import { type BenchRow, barsOf, floorLine, LIST_OF_MANY, memoryLine, report } from './report.ts'
import { benchRuns, runBars, runsReport } from './runs.ts'
import { benchSettling, settlingReport } from './settling.ts'
import { benchSoak, soakReport } from './soak.ts'
import { measureStanding, standingBars } from './standing.ts'
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
  console.log(runsReport(figures))
  if (values.only) endWith(missedOf(runBars(figures)))
}

/** Starting and standing need a gateway of their own: `--only standing`. */
if ((!values.only && !values.check) || values.only === 'standing') {
  const bars = standingBars(await measureStanding())
  console.log(`${barTable(bars)}\n`)
  if (values.only) endWith(missedOf(bars))
}

/** So have card payments: `--only payments`. */
if (values.only === 'payments') {
  const figures = await benchPayments(seconds)
  console.log(paymentsReport(figures))
  endWith(missedOf(paymentBars(figures)))
}

/**
 * `npm run bench`: a database and a service of its own, a million invoices, every figure next to its two limits of
 * the same run.
 */
const home = await mkdtemp(join(tmpdir(), 'tollgate-bench-'))
const embedded = await startEmbedded({ home })
const undo: (() => Promise<unknown>)[] = [() => embedded.stop(), () => rm(home, { recursive: true, force: true })]
const bars: Bar[] = []
const machine = [MACHINE]
try {
  const gateway = await startGateway(embedded.owner_url, home)
  undo.unshift(() => gateway.stop())
  const db = openDatabase({ url: embedded.owner_url, size: 16, application_name: 'bench' })
  undo.unshift(() => db.close())
  console.log(MACHINE)

  const books = await fillDatabase()
  const floor = spawn(
    process.execPath,
    ['bench/floor.ts', embedded.owner_url, JSON.stringify(columnsOf(quickinvoice).names)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  undo.unshift(async () => floor.kill('SIGTERM'))
  const floorUrl = await readyLine(floor)

  const rows: BenchRow[] = []
  for (const each of [...benchCases({ gateway, db, books }), ...listedCases(books.small.location_id)]) {
    if (values.only && !each.name.includes(values.only)) continue
    const isCompared = Object.values(LIST_OF_MANY).includes(each.name)
    if (values.check && ((each.bar === null && !isCompared) || each.is_long)) continue
    const loads = [{ url: gateway.url, headers: gateway.keys(each.merchant), next: each.gateway }]
    const [ours, limit = null] = await measureInTurn(
      each.floor ? [...loads, { url: floorUrl, next: each.floor }] : loads,
      seconds,
    )
    const alone = each.alone ? await measureStatements(each.alone, Math.max(1, seconds / 2)) : null
    const { name, bar, alone_bar } = each
    rows.push({ name, bar, ...(alone_bar && { alone_bar }), ours: ours!, limit, alone })
    console.log(report([rows.at(-1)!]))
  }
  console.log(`\n${report(rows)}`)
  machine.push(floorLine(rows))
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
  bars.push(...paymentBars(payments), ...runBars(runs), ...standingBars(await measureStanding()))
  console.log(`\n${paymentsReport(payments)}\n\n${runsReport(runs)}\n\n${barTable(bars)}`)
  const page = 'docs/performance.md'
  if (invoices >= FULL)
    await writeFile(page, withTable(await readFile(page, 'utf8'), `${machine.join(' ')}\n\n${barTable(bars)}`))
  endWith(missedOf(bars))
}

function endWith(bars: readonly string[]): never {
  console.log(bars.length === 0 ? '\nevery bar is met' : `\nmissed:\n${bars.join('\n')}`)
  process.exit(bars.length === 0 ? 0 : 1)
}
