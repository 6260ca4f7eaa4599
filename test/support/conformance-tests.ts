import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import type { Check } from '../../conformance/check.ts'
import { fuzz, fuzzReport } from '../../conformance/fuzz.ts'
import { createLab } from '../../conformance/lab.ts'
import { runChecks } from '../../conformance/run.ts'
import { readSandbox } from '../../conformance/sandbox.ts'
import { readStatements } from '../../conformance/statement.ts'
import { createTestDatabase } from './database.ts'
import { seed } from './seed.ts'

interface Extent {
  checks: readonly Check[]
  /** The checks get more answers than this. */
  least_answers: number
  hostile_requests: number
}

/** Starts a gateway, runs the checks and hostile requests against it, and declares the tests of what they found. */
export async function conformanceTests(name: string, { checks, least_answers, hostile_requests }: Extent) {
  const database = await createTestDatabase(name)
  const home = await mkdtemp(join(tmpdir(), 'tollgate-conformance-'))
  const gateway = spawn(process.execPath, ['src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      TOLLGATE_HOME: home,
      DATABASE_URL: database.url,
      TOLLGATE_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  after(async () => {
    await ended(gateway)
    await database.drop()
    await rm(home, { recursive: true, force: true })
  })
  const address = await ready(gateway)
  const lab = createLab(address, await readSandbox(join(home, 'sandbox.json')))

  const verdicts = await runChecks(lab, readStatements(), checks)
  const checked = verdicts.filter(verdict => verdict.checks > 0)

  for (const prefix of new Set(checked.map(({ id }) => id.replace(/-\d+$/, '')))) {
    test(`${prefix}: every statement that is checked holds on a running gateway`, () => {
      const failed = checked.filter(({ id, result }) => result === 'fail' && id.replace(/-\d+$/, '') === prefix)
      assert.deepEqual(
        failed.map(({ id, title, reasons }) => `${id} ${title}: ${reasons.join('; ')}`),
        [],
      )
    })
  }

  test('F11 every answer of the run is as /openapi.json has it', () => {
    assert.ok(lab.compared.answers > least_answers, `${lab.compared.answers} answers`)
    assert.deepEqual([...lab.compared.faults], [])
  })

  test('no hostile request gets a fault of the gateway, an error of another shape, or what is not its own', async () => {
    const run = await fuzz(lab, { requests: hostile_requests, seed })
    // The description does not list the 404 of the one endpoint that deletes without an id in its path.
    const described = run.findings.filter(found => !JSON.stringify(found).includes('/v2/tags'))
    // A virtual terminal may be busy. isOnline then answers 503, as for a terminal that does not respond.
    const isBusyTerminal = ({ route, fault }: (typeof described)[number]): boolean =>
      route === 'GET /v2/terminals/{id}/isOnline' && fault === 'status 503'
    const findings = described.filter(found => !isBusyTerminal(found))
    assert.deepEqual(findings, [], fuzzReport(run))
  })
}

/** The address in the one line the gateway prints when it serves. */
async function ready(child: ChildProcess): Promise<string> {
  for await (const line of createInterface(child.stdout!)) {
    const found = /^Tollgate ready at (\S+)$/.exec(line)
    if (found) return found[1]!
  }
  throw new Error('the gateway ended before it was ready')
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
