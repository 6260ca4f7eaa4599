import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { startEmbedded } from '../../src/db/embedded.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { postmasterPid } from '../../src/db/postmaster.ts'

const top = mkdtempSync(join(tmpdir(), 'tollgate-embedded-'))
chmodSync(top, 0o755)
after(() => rmSync(top, { recursive: true }))

// One home for all: every test begins and ends with its server down, and making the data is the slow part.
const home = join(top, 'home')
const data = join(home, 'postgres')
const start = () => startEmbedded({ home, durable: false })

/** Runs one statement on a pool that does not outlive it. */
const ask = async (url: string, text: string) => {
  const database = openDatabase({ url, size: 1 })
  try {
    return await database.query(text)
  } finally {
    await database.close()
  }
}

/** Another process that holds the server of this home. */
const holder = async (): Promise<{ child: ChildProcess; url: string }> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'embedded-holder.ts'), home], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [url] = await once(createInterface(child.stdout!), 'line')
  return { child, url }
}

const ended = async (child: ChildProcess, how: () => void) => {
  const exit = once(child, 'exit')
  how()
  await exit
}

test('a start makes the data, a second one finds it again', async () => {
  const first = await start()
  await ask(first.owner_url, `create table kept as select 'here' as word`)
  await first.stop()
  assert.equal(postmasterPid(data), undefined)
  const second = await start()
  assert.deepEqual(await ask(second.owner_url, 'select word from kept'), [{ word: 'here' }])
  await second.stop()
})

test('the server is UTF-8, listens on a closed socket only and never runs as root', async () => {
  const { url, stop } = await start()
  const [row] = await ask(
    url,
    `select current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses,
       current_setting('timezone') as zone, current_database() as database`,
  )
  assert.deepEqual(row, { encoding: 'UTF8', addresses: '', zone: 'UTC', database: 'tollgate' })
  assert.equal(statSync(new URL(url).searchParams.get('host')!).mode & 0o077, 0)
  assert.notEqual(statSync(data).uid, 0)
  await stop()
})

test('data that must last is synced, and only that of tests is not', async () => {
  const lasting = await startEmbedded({ home: join(top, 'lasting') })
  const settings = `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
    current_setting('full_page_writes') as pages`
  assert.deepEqual(await ask(lasting.url, settings), [{ fsync: 'on', commit: 'on', pages: 'on' }])
  await lasting.stop()
})

test('a server that outlived its killed gateway is adopted, with its data', async () => {
  const { child, url } = await holder()
  await ask(url, 'create table outlived as select 1 as id')
  const pid = postmasterPid(data)
  await ended(child, () => child.kill('SIGKILL'))
  const adopted = await start()
  assert.equal(postmasterPid(data), pid)
  assert.equal(adopted.owner_url, url)
  assert.deepEqual(await ask(adopted.owner_url, 'select id from outlived'), [{ id: 1 }])
  await adopted.stop()
  assert.equal(postmasterPid(data), undefined)
})

test('of two processes on one home the one that leaves last stops the server', async () => {
  const { child } = await holder()
  const second = await start()
  await ended(child, () => child.stdin!.end())
  assert.deepEqual(await ask(second.url, 'select 1 as still'), [{ still: 1 }])
  await second.stop()
  assert.equal(postmasterPid(data), undefined)
})

test('those that start at the same moment on an empty home share one server', async () => {
  const shared = join(top, 'shared')
  const all = await Promise.all([1, 2, 3, 4].map(() => startEmbedded({ home: shared, durable: false })))
  assert.equal(new Set(all.map(({ url }) => url)).size, 1)
  await Promise.all(all.map(one => one.stop()))
  assert.equal(postmasterPid(join(shared, 'postgres')), undefined)
})

test('a killed server is started again behind the same URL', async () => {
  const { url, stop } = await start()
  const killed = postmasterPid(data)!
  process.kill(killed, 'SIGKILL')
  const asked = async (): Promise<unknown> => ask(url, 'select 1 as again').catch(asked)
  assert.deepEqual(await asked(), [{ again: 1 }])
  assert.notEqual(postmasterPid(data), killed)
  await stop()
  assert.equal(postmasterPid(data), undefined)
})

test('a lock file whose number now belongs to another program does not stop the start', async () => {
  await start().then(first => first.stop())
  writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n`)
  const { stop } = await start()
  await stop()
})

test('a home that cannot be made is one clear line', async () => {
  const file = join(top, 'file')
  writeFileSync(file, '')
  const path = join(file, 'home')
  await assert.rejects(startEmbedded({ home: path }), { message: `the home folder ${path} cannot be written: ENOTDIR` })
})

test('data of a PostgreSQL that is not installed is one clear line', async () => {
  const ancient = join(top, 'ancient')
  mkdirSync(join(ancient, 'postgres'), { recursive: true })
  writeFileSync(join(ancient, 'postgres', 'PG_VERSION'), '9\n')
  await assert.rejects(startEmbedded({ home: ancient }), {
    message: 'the data was written by PostgreSQL 9, which is not installed here',
  })
})

const asRoot = { skip: process.getuid?.() !== 0 && 'only root runs the server as somebody else' }

test('a home of root closed to others is opened for passing through only', asRoot, async () => {
  const closed = join(top, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const { stop } = await startEmbedded({ home: closed, durable: false })
  assert.equal(statSync(closed).mode & 0o777, 0o710)
  assert.equal(lstatSync(join(closed, 'postgres')).isDirectory(), true)
  await stop()
})

test('a home under closed folders keeps its data outside, behind a link', asRoot, async () => {
  const deep = join(top, 'sealed', 'deep')
  mkdirSync(join(top, 'sealed'), { mode: 0o700 })
  const first = await startEmbedded({ home: deep, durable: false })
  const outside = readlinkSync(join(deep, 'postgres'))
  try {
    await ask(first.owner_url, 'create table outside as select 1 as id')
    await first.stop()
    const second = await startEmbedded({ home: deep, durable: false })
    assert.deepEqual(await ask(second.owner_url, 'select id from outside'), [{ id: 1 }])
    await second.stop()
    assert.equal(statSync(join(top, 'sealed')).mode & 0o777, 0o700)
  } finally {
    rmSync(dirname(outside), { recursive: true })
  }
})
