import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, BrowserContext } from 'playwright-core'
import { chromium } from 'playwright-core'
import { atWorkerEnd } from './at-worker-end.ts'

const run = promisify(execFile)

const CACHE = join(dirname(fileURLToPath(import.meta.url)), '../../node_modules/.cache')

/** `close` closes the windows that were opened by it, and leaves the browser to the next file. */
export type TestBrowser = Pick<Browser, 'newContext' | 'newPage' | 'close'>

let shared: Promise<Browser> | undefined

/** Returns the headless Chromium that the test files of this process share. The caller closes it. */
export async function openBrowser(): Promise<TestBrowser> {
  if (shared && !(await shared).isConnected()) shared = undefined
  shared ??= startBrowser()
  const browser = await shared
  const contexts: BrowserContext[] = []
  const newContext: Browser['newContext'] = async options => {
    const context = await browser.newContext(options)
    contexts.push(context)
    return context
  }
  return {
    newContext,
    newPage: async options => (await newContext(options)).newPage(),
    async close() {
      for (const context of contexts) await context.close()
    },
  }
}

/**
 * Starts headless Chromium from the registry package, also as root and without a network. The package unpacks into the
 * machine's temporary folder, where two test files at once would run an incomplete program; it is therefore unpacked by
 * a separate process into a private folder, which then takes its place in one step.
 */
async function startBrowser(): Promise<Browser> {
  const home = join(CACHE, `chromium-${packedVersion()}`)
  if (!existsSync(home)) await unpack(home)
  const browser = await chromium.launch({
    timeout: 120_000,
    executablePath: join(home, 'chromium'),
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
    env: { ...process.env, FONTCONFIG_FILE: join(home, 'fonts.conf'), ...(await libraries(home)) },
  })
  atWorkerEnd.push(() => browser.close())
  return browser
}

function packedVersion(): string {
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'))
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

async function unpack(home: string): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const draft = await mkdtemp(join(CACHE, 'chromium-draft-'))
  const script = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())"
  // The name of a hosted platform makes the package unpack the system libraries too that a bare machine lacks.
  const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  await run(process.execPath, ['--eval', script], { cwd: dirname(CACHE), env })
  await writeFile(join(draft, 'fonts.conf'), fontsConf(home))
  try {
    await rename(draft, home)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  }
}

/** The packed font first, so that pages measure the same everywhere. */
function fontsConf(home: string): string {
  const prefer = (family: string) =>
    `<alias binding="same"><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${home}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${home}/fonts-cache</cachedir>
${prefer('sans-serif')}${prefer('system-ui')}</fontconfig>
`
}

/** The packed system libraries, only where the machine has none: mixing both is asking for trouble. */
async function libraries(home: string): Promise<Record<string, string>> {
  const { stdout } = await run('ldd', [join(home, 'chromium')]).catch(() => ({ stdout: '' }))
  return stdout.includes('not found') ? { LD_LIBRARY_PATH: join(home, 'al2023/lib') } : {}
}
