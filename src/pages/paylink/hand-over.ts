import { qrSvg } from '../../lib/qr-code.ts'
import { type Html, html } from '../html.ts'
import { paylinkHref } from './view.ts'

const PIXELS = 176
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** The page as a QR code, for who sits at a desk and would rather pay on his phone. Nothing where no phone could reach the gateway. */
export function handOver(public_url: string, paylink_id: string): Html | null {
  if (LOOPBACK.test(new URL(public_url).hostname)) return null
  const image = Buffer.from(qrSvg(public_url + paylinkHref(paylink_id), PIXELS)).toString('base64')
  return html`<details class="hand-over">
<summary>Pay on your phone instead</summary>
<img src="data:image/svg+xml;base64,${image}" alt="QR code that opens this page" width="${PIXELS}" height="${PIXELS}">
</details>`
}
