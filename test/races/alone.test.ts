import { after, test } from 'node:test'
import { random } from '../../conformance/fuzz/random.ts'
import { scenes } from './scenes.ts'
import { raceSite } from './site.ts'
import { inOrder } from './trial.ts'

const site = await raceSite()
after(site.end)
const only = new RegExp(process.env.TOLLGATE_RACES_ONLY ?? '')
for (const scene of scenes.filter(({ name }) => only.test(name))) {
  for (const move of scene.moves) {
    const t = performance.now()
    const seen = await inOrder(site, scene, [move], random(1))
    const [reply] = seen.replies
    console.log(
      `${scene.name} | ${move.name}: ${reply!.status} ${reply!.status >= 400 ? JSON.stringify(reply!.body).slice(0, 300) : ''} ${Math.round(performance.now() - t)} ms ${Object.entries(
        seen.state,
      )
        .filter(([, v]) => typeof v === 'number')
        .map(x => x.join(' '))
        .join('; ')}`,
    )
  }
}
test('x', () => {})
