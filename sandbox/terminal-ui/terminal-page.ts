import type { Asset, Assets } from '../../src/pages/assets.ts'
import { attrs, type Html, html } from '../../src/pages/html.ts'
import { icons } from '../../src/pages/icons.ts'
import { page } from '../../src/pages/layout.ts'
import { CARDS } from '../device/cards.ts'

/** What the page says about the terminal. */
export interface TerminalView {
  id: string
  title: string
  location: string
  /** Where it listens, for a developer's own point of sale. */
  host: string
  port: number
}

/**
 * The UI of a virtual terminal. It has a view for every prompt of the device, and the script shows the current one.
 * Returns the document.
 */
export function terminalPage(assets: Assets, own: { stylesheet: Asset; script: Asset }, view: TerminalView): string {
  const { stylesheet, script } = own
  return page({
    assets,
    title: `${view.title} · virtual terminal`,
    width: 'wide',
    skip: { href: '#screen', label: 'Skip to the screen' },
    body: html`<link rel="stylesheet" href="${stylesheet.href}" integrity="${stylesheet.integrity}">
<script src="${script.href}" integrity="${script.integrity}" defer></script>
<header class="terminal-head">
<p><a href="/sandbox">Sandbox console</a></p>
<h1>${view.title}</h1>
<p class="fine">Virtual terminal of ${view.location}. Public test cards only; nothing here moves real money.</p>
</header>
<main class="terminal" data-terminal="${view.id}">
<section class="device" aria-label="Terminal">
<div class="screen" id="screen" tabindex="-1">
<p class="status" role="status" aria-live="polite" id="status">Connecting</p>
<noscript><p class="problem">A terminal needs a browser that runs scripts.</p></noscript>
${idle()}${tip()}${card()}${pin()}${signature()}${terms()}${wait()}${done()}
</div>
<div class="keys">
<p class="left fine" id="left" aria-hidden="true"></p>
<button type="button" class="button stop" id="cancel">Cancel</button>
</div>
</section>
<aside class="beside" aria-label="Beside the terminal">
<h2>Cable</h2>
<p id="cable-state">The cable is plugged in.</p>
<button type="button" class="button plain" id="cable" aria-pressed="false">Pull the cable</button>
<h2>Address</h2>
<p>It listens at <span class="code">${view.host}:${view.port}</span> for the PAX protocol over TCP, and over HTTP GET.</p>
<p><a href="/sandbox/terminals/${view.id}/book">What the device has written down</a></p>
<p class="fine">While nobody has this page open, the terminal answers by itself, by the published test amounts.</p>
</aside>
</main>`,
  })
}

function idle(): Html {
  return html`<section data-view="idle" hidden aria-labelledby="idle-title">
<h2 id="idle-title" tabindex="-1">Ready</h2>
<p>Waiting for the till. Send this terminal a sale and it appears here.</p>
</section>`
}

function tip(): Html {
  return html`<section data-view="tip" hidden aria-labelledby="tip-title">
<h2 id="tip-title" tabindex="-1">Add a tip?</h2>
<p class="amount" data-amount></p>
<div class="choices" id="tip-choices"></div>
<button type="button" class="button plain" data-tip="0">No tip</button>
<form class="line" id="tip-form">
<label for="tip-other">Other tip in dollars</label>
<input id="tip-other" name="tip" inputmode="decimal" autocomplete="off" pattern="[0-9]{1,5}([.][0-9]{1,2})?" required>
<button class="button plain">Add</button>
</form>
</section>`
}

function card(): Html {
  return html`<section data-view="card" hidden aria-labelledby="card-title">
<h2 id="card-title" tabindex="-1">Payment</h2>
<p class="amount" data-amount></p>
<p class="fine" id="card-tip"></p>
<p>Tap, insert or swipe a card.</p>
<fieldset class="cards"><legend>Card</legend>
${CARDS.map(
  ({ number, title }, index) =>
    html`<label><input type="radio" name="card" value="${number}"${attrs({
      checked: index === 0,
    })}> ${title} <span class="fine">${number.slice(-4)}</span></label>`,
)}
</fieldset>
<div class="choices">
<button type="button" class="button" data-entry="tap">Tap</button>
<button type="button" class="button" data-entry="dip">Insert</button>
<button type="button" class="button" data-entry="swipe">Swipe</button>
</div>
<details><summary>Key in a number</summary>
<form id="key-form" class="keyed">
<label for="key-number">Card number</label>
<input id="key-number" name="number" inputmode="numeric" autocomplete="off" required>
<label for="key-exp">Expiry, MMYY</label>
<input id="key-exp" name="exp" inputmode="numeric" autocomplete="off" pattern="(0[1-9]|1[0-2])[0-9]{2}" maxlength="4" required>
<label for="key-cvv">Security code</label>
<input id="key-cvv" name="cvv" inputmode="numeric" autocomplete="off" pattern="[0-9]{3,4}" maxlength="4">
<button class="button plain">Enter</button>
</form></details>
<p class="problem" id="card-problem" role="alert"></p>
</section>`
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']

function pin(): Html {
  return html`<section data-view="pin" hidden aria-labelledby="pin-title">
<h2 id="pin-title" tabindex="-1">Enter PIN</h2>
<p class="amount" data-amount></p>
<form id="pin-form" class="pin">
<label for="pin">PIN, any four digits or more</label>
<input id="pin" name="pin" type="password" inputmode="numeric" autocomplete="off" pattern="[0-9]{4,12}" maxlength="12" required>
<div class="pad" role="group" aria-label="PIN pad">
${DIGITS.map(digit => html`<button type="button" class="button plain" data-digit="${digit}">${digit}</button>`)}
</div>
<button class="button">Enter</button>
</form>
</section>`
}

function signingBox(name: string): Html {
  return html`<div class="signing" data-signing="${name}">
<canvas width="300" height="100" role="img" aria-label="Signature box: draw with mouse or finger, or use the sample signature"></canvas>
<div class="choices">
<button type="button" class="button plain" data-clear>Clear</button>
<button type="button" class="button plain" data-sample>Sample signature</button>
</div>
</div>`
}

function signature(): Html {
  return html`<section data-view="signature" hidden aria-labelledby="signature-title">
<h2 id="signature-title" tabindex="-1">Please sign</h2>
<p class="amount" data-amount></p>
${signingBox('signature')}
<button type="button" class="button" id="signature-done">Done</button>
<p class="problem" id="signature-problem" role="alert"></p>
</section>`
}

function terms(): Html {
  return html`<section data-view="terms" hidden aria-labelledby="terms-title">
<h2 id="terms-title" tabindex="-1">Terms and conditions</h2>
<div class="text" id="terms-text" tabindex="0" role="region" aria-label="Text of the terms"></div>
<div id="terms-sign">${signingBox('terms')}</div>
<div class="choices">
<button type="button" class="button" data-accept="1">Accept</button>
<button type="button" class="button plain" data-accept="0">Decline</button>
</div>
<p class="problem" id="terms-problem" role="alert"></p>
</section>`
}

function wait(): Html {
  return html`<section data-view="wait" hidden aria-labelledby="wait-title">
<h2 id="wait-title" tabindex="-1" data-text>Processing</h2>
</section>`
}

function done(): Html {
  return html`<section data-view="done" hidden aria-labelledby="done-title">
<p class="mark good">${icons.check}</p><p class="mark bad">${icons.alert}</p>
<h2 id="done-title" tabindex="-1" data-text>Done</h2>
<p class="amount" data-amount></p>
</section>`
}
