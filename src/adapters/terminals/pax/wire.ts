import { decodeFrame, encodeFrame, type Field, splitGroup } from './frame.ts'
import {
  REQUESTS,
  RESPONSES,
  type RequestName,
  type RequestParts,
  type ResponseName,
  type ResponseParts,
} from './layouts.ts'

/** The protocol version we send; devices accept older and newer ones. */
export const VERSION = '1.35'

type Layout = Readonly<Record<string, 'text' | 'named' | readonly string[]>>
type Loose = Readonly<Record<string, unknown>>

/** Returns a request as a frame. */
export function encodeRequest<N extends RequestName>(command: N, parts: RequestParts<N>): Buffer {
  const fields = fieldsOf(REQUESTS[command], parts)
  // A command without parts ends its version with a separator, as devices expect.
  return encodeFrame([command, VERSION, ...(fields.length > 0 ? fields : [''])])
}

/** A request of any command, for the device's side. */
export type WireRequest = { [N in RequestName]: { command: N; version: string; parts: RequestParts<N> } }[RequestName]

/** Parses a request; `unknown` is the name of a command without a known layout, null means that it is no frame. */
export function decodeRequest(frame: Uint8Array): WireRequest | { unknown: string } | null {
  const [command = '', version = '', ...fields] = decodeFrame(frame) ?? []
  if (command === '') return null
  if (!Object.hasOwn(REQUESTS, command)) return { unknown: command }
  return { command, version, parts: partsOf(REQUESTS[command as RequestName], fields) } as unknown as WireRequest
}

export interface WireResponse<N extends ResponseName> {
  command: N
  /** Six digits: 000000 is OK. */
  result: string
  message: string
  parts: ResponseParts<N>
}

/** Returns a response as a frame. */
export function encodeResponse<N extends ResponseName>(answer: WireResponse<N>): Buffer {
  const { command, result, message, parts } = answer
  return encodeFrame(['0', command, VERSION, result, message, ...fieldsOf(RESPONSES[command], parts)])
}

/** Parses the response to a command; null when it is no frame, or the response to something else. */
export function decodeResponse<N extends ResponseName>(command: N, frame: Uint8Array): WireResponse<N> | null {
  const [, name, , result = '', message = '', ...fields] = decodeFrame(frame) ?? []
  if (name !== command || !/^\d{6}$/.test(result)) return null
  return { command, result, message, parts: partsOf(RESPONSES[command], fields) as ResponseParts<N> }
}

function fieldsOf(layout: Layout, parts: Loose): Field[] {
  return Object.entries(layout).map(([name, shape]) => {
    const value = parts[name] ?? (shape === 'text' ? '' : {})
    if (shape === 'text') return String(value)
    const members = value as Readonly<Record<string, string | undefined>>
    if (shape !== 'named') return shape.map(member => members[member] ?? '')
    return Object.entries(members).flatMap(([key, text]) => (text === undefined ? [] : [`${key}=${text}`]))
  })
}

function partsOf(layout: Layout, fields: readonly string[]): Loose {
  return Object.fromEntries(
    Object.entries(layout).map(([name, shape], index) => {
      const field = fields[index] ?? ''
      if (shape === 'text') return [name, field]
      return [name, shape === 'named' ? namedOf(field) : membersOf(shape, field)]
    }),
  )
}

function membersOf(names: readonly string[], field: string): Loose {
  const texts = splitGroup(field)
  return Object.fromEntries(names.flatMap((name, index) => (texts[index] ? [[name, texts[index]]] : [])))
}

/** Names become upper case; a value may hold the equals sign. */
function namedOf(field: string): Loose {
  return Object.fromEntries(
    splitGroup(field).flatMap(text => {
      const at = text.indexOf('=')
      return at < 1 ? [] : [[text.slice(0, at).toUpperCase(), text.slice(at + 1)]]
    }),
  )
}
