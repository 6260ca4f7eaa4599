import assert from 'node:assert/strict'
import type { SandboxFile } from '../../sandbox/sandbox-file.ts'
import type { SeededMerchant } from '../../sandbox/seed.ts'
import type { Json } from '../support/app.ts'
import type { Reply, Way } from './way.ts'

/** A new record and what surrounds it: names and ids. `id` is the record's; `mark` is a unique number. */
export type Stage = Readonly<Record<string, string>> & { readonly id: string; readonly mark: string }

/** What scenes are set up with. */
export interface Maker {
  way: Way
  merchant: SeededMerchant
  /** An integration that serves the merchant. */
  oauth: NonNullable<SandboxFile['oauth']>
  mark: string
  /** Creates a record that has to be accepted, and returns it. */
  post(plural: string, name: string, record: Json): Promise<Json>
  put(path: string, name: string, record: Json): Promise<Json>
  /** What is made once for all scenes, as long as products have the same processor. */
  once(name: string, make: () => Promise<string>): Promise<string>
  /** The sandbox's time, Unix seconds: other scenes move it ahead of the machine's. */
  seconds(): Promise<number>
  /** For states that no request can bring about; results are never read through it. */
  query(text: string, values: readonly unknown[]): Promise<Json[]>
}

/** One command, ready to be sent at either process. */
export interface Move {
  name: string
  /** The endpoint it stands for, as the registry writes it; null for what is none, as a pay page. */
  covers: string | null
  send(way: Way, stage: Stage): Promise<Reply>
}

/** A starting point, and all that may be done there at the same moment. */
export interface Scene {
  name: string
  make(maker: Maker): Promise<Stage>
  moves: readonly Move[]
  /** What is read afterwards: the record and all money around it. Paths, with names of the stage in braces. */
  looks: readonly string[]
  /** Fields that change by themselves during the moves: they are not compared. */
  blurred?: readonly string[]
  /**
   * The text of the refusal that a move gets once the record has ended by itself: that depends on time and not on the
   * order of the moves.
   */
  ends?: string
  /** The line of the log by which its making calls a person. */
  calls?: string
  /** Its moves affect more than its record, so that only one such run may be in progress. */
  exclusive?: boolean
  /** Moves that are refused when nothing was done before; all others must be accepted, or they would prove nothing. */
  refused?: readonly string[]
}

type Body = Json | ((stage: Stage) => Json)

/** A request of the API: `PUT /v2/tags/{id}`. Names in braces are taken from the stage. */
export function move(name: string, address: string, body?: Body, headers?: (stage: Stage) => Record<string, string>) {
  const [method = '', path = ''] = address.split(' ')
  return {
    name,
    covers: address.replace(/^(\S+ \/v2\/\w+\/)\{\w+\}/, '$1{id}').replace(/\?.*/, ''),
    send: (way, stage) => way.send(method, filled(path, stage), bodyOf(body, stage), headers?.(stage)),
  } satisfies Move
}

/**
 * Payers' forms: the page of an invoice or of a paylink, opened and sent once. The form shows what the record was then.
 * If that changes before it is sent, the page is shown again and takes nothing, which counts as refused for now.
 */
export function page(name: string, path: string, amount: string): Move {
  return {
    name,
    covers: null,
    async send(way, stage) {
      const shown = String((await way.send('GET', filled(path, stage))).body ?? '')
      const hidden = [...shown.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
      const form = new URLSearchParams({
        ...Object.fromEntries(hidden.map(([, field, value]) => [field, value])),
        amount,
        cc_account_number: '4111111111111111',
        cc_exp_date: '1245',
        cc_cvv: '999',
        cc_account_holder_name: 'Rosa Lindqvist',
        cc_billing_zip: '32606',
      })
      const { status, headers } = await way.send('POST', filled(path, stage), form)
      // The words on the page are for people; paid or not is what counts here.
      const body = status === 303 ? 'paid' : 'not paid'
      return { status: status >= 500 ? status : status === 303 ? 303 : 409, headers, body }
    },
  }
}

/** A path with the ids of this stage. */
export function filled(path: string, stage: Stage): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    assert.ok(stage[name], `the stage has no ${name}`)
    return encodeURIComponent(stage[name])
  })
}

function bodyOf(body: Body, stage: Stage): Json {
  return typeof body === 'function' ? body(stage) : body
}

/** `a & b` for every two moves of a scene, each with itself too. */
export function pairsOf(scene: Scene): [Move, Move][] {
  return scene.moves.flatMap((one, index) => scene.moves.slice(index).map((other): [Move, Move] => [one, other]))
}
