import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ResourceOwner } from '../../auth/oauth/store.ts'
import { type Login, SECOND_FACTOR_PATH } from '../../auth/sign-in.ts'
import { momentInWords } from '../../lib/local-date.ts'
import { Refusal } from '../../lib/problem.ts'
import { qrSvg } from '../../lib/qr-code.ts'
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from '../../resources/user/second-factor.ts'
import type { Assets } from '../assets.ts'
import { type Child, type Html, html } from '../html.ts'
import { page } from '../layout.ts'
import { pageFooter } from '../merchant.ts'
import type { PageResponse, SendPage } from '../page-routes.ts'
import { fieldView } from '../payform/field.ts'
import {
  codeField,
  EMPTY_LOGIN,
  isOwnForm,
  type OauthPagesOptions,
  problemPage,
  provenOwner,
  readLogin,
  signedInOwner,
  signInFields,
} from './sign-in.ts'
import { signInProof } from './sign-in-proof.ts'

/** The page where users set up a second factor for their sign-ins and take it away again. */
export function secondFactorRoutes(app: FastifyInstance, options: OauthPagesOptions, send: SendPage): void {
  const { assets } = options
  app.get(SECOND_FACTOR_PATH, (_request, reply) =>
    send(reply, { status: 200, document: signInPage(assets, EMPTY_LOGIN, null) }),
  )
  app.post(SECOND_FACTOR_PATH, async (request, reply) => {
    if (!isOwnForm(options, request)) return send(reply, problemPage(options, 403, 'foreign_form'))
    const login = readLogin(request.body)
    const owner = await signedInOwner(options, request, login, 'second factor')
    if ('problem' in owner)
      return send(reply, { status: owner.status, document: signInPage(assets, login, owner.problem) })
    const shown = owner.second_factor_ts === null ? begin(options, owner) : inUsePage(options, owner)
    return send(reply, { status: 200, document: await shown })
  })
  const proven = async (
    request: FastifyRequest,
    act: (owner: ResourceOwner, code: string) => Promise<PageResponse>,
  ) => {
    const found = await provenOwner(options, request)
    return 'problem' in found ? found.problem : act(found.owner, found.form.get('second_factor') ?? '')
  }
  app.post(`${SECOND_FACTOR_PATH}/confirm`, async (request, reply) =>
    send(reply, await proven(request, (owner, code) => confirm(options, owner, code))),
  )
  app.post(`${SECOND_FACTOR_PATH}/remove`, async (request, reply) =>
    send(reply, await proven(request, owner => remove(options, owner))),
  )
}

async function begin(options: OauthPagesOptions, owner: ResourceOwner): Promise<string> {
  const { secret, url } = await beginSecondFactor(options, { caller: owner.caller }, owner)
  return setUpPage(options, owner, { secret, url }, null)
}

async function confirm(options: OauthPagesOptions, owner: ResourceOwner, code: string): Promise<PageResponse> {
  const { clock, endSessions, invalidateCredentials } = options
  try {
    const sent = { code, seconds: clock.seconds() }
    const codes = await confirmSecondFactor(options, { caller: owner.caller }, owner, sent)
    await endSessions(owner.id, null)
    await invalidateCredentials()
    return { status: 200, document: codesPage(options.assets, codes) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const problem = error.status === 422 ? 'This is not the code your app shows now.' : error.message
    return { status: error.status, document: setUpPage(options, owner, null, problem) }
  }
}

async function remove(options: OauthPagesOptions, owner: ResourceOwner): Promise<PageResponse> {
  await removeSecondFactor(options, { caller: owner.caller }, owner.id)
  await options.endSessions(owner.id, null)
  await options.invalidateCredentials()
  const text = 'From now on you sign in with your password alone, unless your company requires more.'
  return {
    status: 200,
    document: document(options.assets, 'Second factor removed', html`<p role="status">${text}</p>`),
  }
}

function document(assets: Assets, title: string, content: Child): string {
  return page({
    assets,
    title,
    width: 'narrow',
    body: html`<main class="stack">
<div><h1>${title}</h1></div>
<section class="pay">
${content}
</section>
</main>
${pageFooter(null)}`,
  })
}

function signInPage(assets: Assets, login: Login, problem: string | null): string {
  return document(
    assets,
    `${problem ? 'Not signed in: ' : ''}Your second factor`,
    html`<p class="asker">When you sign in, you are asked for a code from an app on your phone besides your password. Sign in to set it up or to remove it.</p>
<form class="payform" method="post" action="${SECOND_FACTOR_PATH}">
${signInFields(login, problem)}
<div class="send"><button class="button" type="submit">Continue</button></div>
</form>`,
  )
}

const PIXELS = 192

/** Shows the secret once; after a wrong code the app has it already. */
function setUpPage(
  { assets, cipher, clock }: OauthPagesOptions,
  owner: ResourceOwner,
  shown: { secret: string; url: string } | null,
  problem: string | null,
): string {
  const proof = signInProof(cipher, owner, clock.seconds())
  return document(
    assets,
    `${problem ? 'Not confirmed: ' : ''}Set up your second factor`,
    html`${shown && secretView(shown)}
${problem !== null && html`<div class="problems" role="alert"><h2>That did not work</h2><p>${problem}</p></div>`}
<form class="payform" method="post" action="${SECOND_FACTOR_PATH}/confirm">
<input type="hidden" name="visit" value="${proof}">
${fieldView({ field: codeField('The six digits that the app shows now.'), required: true }, { values: {}, errors: {} })}
<div class="send"><button class="button" type="submit">Confirm</button></div>
</form>
${problem !== null && html`<p class="hint"><a href="${SECOND_FACTOR_PATH}">Start again with a new secret</a></p>`}`,
  )
}

function secretView({ secret, url }: { secret: string; url: string }): Html {
  const image = Buffer.from(qrSvg(url, PIXELS)).toString('base64')
  return html`<p>Scan this code with an authenticator app, or type the secret into it:</p>
<p><img src="data:image/svg+xml;base64,${image}" alt="QR code with the secret below" width="${PIXELS}" height="${PIXELS}"></p>
<p><code>${secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code></p>`
}

function codesPage(assets: Assets, codes: readonly string[]): string {
  return document(
    assets,
    'Your second factor is in use',
    html`<p role="status">Keep these recovery codes somewhere other than your phone. Each one signs you in once without the app. They are not shown again.</p>
<ul class="codes">${codes.map(code => html`<li><code>${code}</code></li>`)}</ul>`,
  )
}

function inUsePage({ assets, cipher, clock }: OauthPagesOptions, owner: ResourceOwner): string {
  const left = owner.recovery_code_marks?.length ?? 0
  return document(
    assets,
    'Your second factor',
    html`<p>In use since ${momentInWords(owner.second_factor_ts ?? 0, owner.caller.zone)}. ${left} recovery codes are left.</p>
<form method="post" action="${SECOND_FACTOR_PATH}/remove">
<input type="hidden" name="visit" value="${signInProof(cipher, owner, clock.seconds())}">
<button class="button plain" type="submit">Remove it</button>
</form>`,
  )
}
