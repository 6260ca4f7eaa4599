import { loadAssets } from '../../src/pages/assets.ts'
import { presentation } from '../../src/pages/presentation.ts'

/** How a page is shown to a payer whose browser prefers English. */
export const SHOWN = presentation({ assets: loadAssets(), sandbox: false }, { url: '/', query: {}, headers: {} })
