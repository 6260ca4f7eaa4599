import { renameSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'

/**
 * Loaded into a gateway that is profiled (`--import`): a first SIGUSR2 begins, a second one writes the samples of its
 * processor to BENCH_PROFILE.
 */
const session = new Session()
session.connect()
let is_running = false
process.on('SIGUSR2', async () => {
  is_running = !is_running
  if (is_running) {
    await session.post('Profiler.enable')
    await session.post('Profiler.start')
    return
  }
  const { profile } = await session.post('Profiler.stop')
  const path = process.env.BENCH_PROFILE!
  writeFileSync(`${path}.part`, JSON.stringify(profile))
  renameSync(`${path}.part`, path)
})
