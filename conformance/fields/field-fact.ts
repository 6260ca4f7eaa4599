/** The field tables of the contract as data. Never: a request, or a fact that is not in the contract. */

import { randomBytes } from 'node:crypto'
import type { Json } from '../client.ts'
import type { Lab } from '../lab.ts'

type Kind = 'text' | 'ref' | 'date' | 'integer' | 'flag' | 'system'

/** One row of a field table. */
export interface FieldFact {
  name: string
  /** The statements it covers. */
  ids: string | readonly string[]
  kind: Kind
  /** R required on create, P allowed on create, U allowed on update, S given by the system. */
  write: 'RPU' | 'RP' | 'PU' | 'P' | 'U' | 'S'
  /** Characters, or digits of an integer; left out where the table has no bound. */
  min?: number
  max?: number
  /** A value of this length that is valid in every other respect. Letters when left out. */
  of?: (length: number) => string
  /** Two valid values: for references, which have to exist, and for dates. */
  values?: (lab: Lab) => Promise<[Json, Json]>
  /** What a caller might try to set a system field to. */
  sent?: Json
  /** What has to be sent beside it, on create and on update. */
  beside?: Record<string, Json>
  /** A valid body of a create, where the usual one has no place for the field. */
  body?: (lab: Lab) => Promise<Record<string, Json>>
  /** Fields that follow this one when it changes. */
  follows?: readonly string[]
  /** Read but not shown. */
  unseen?: true
  /** The table has no shortest length, but an empty text has a meaning of its own. */
  noEmpty?: true
}

export interface NounFacts {
  noun: string
  plural: string
  /** A valid body with no more than is required, unique where it has to be. */
  body(lab: Lab): Promise<Record<string, Json>>
  fields: readonly FieldFact[]
  /** Records of this noun cannot be updated at all. */
  isFixed?: true
}

type More = Partial<FieldFact>

/** A field of characters. */
export const text = (ids: string, name: string, min: number | undefined, max: number, more: More = {}): FieldFact => ({
  ids,
  name,
  kind: 'text',
  write: 'PU',
  ...(min === undefined ? {} : { min }),
  max,
  ...more,
})

export const flag = (ids: string, name: string, more: More = {}): FieldFact => ({
  ids,
  name,
  kind: 'flag',
  write: 'PU',
  ...more,
})

/** A field no caller can set, and what one might try. */
export const system = (ids: string, name: string, sent: Json): FieldFact => ({
  ids,
  name,
  kind: 'system',
  write: 'S',
  sent,
})

/** An identifier of 24 to 36 characters that has to belong to a record the caller can see. */
export const reference = (ids: string | readonly string[], name: string, more: More): FieldFact => ({
  ids,
  name,
  kind: 'ref',
  write: 'PU',
  min: 24,
  max: 36,
  ...more,
})

/** An identifier no record has, for a caller to send. */
export const SENT_ID = 'f1'.repeat(12)
export const SENT_TS = 1_111_111_111

/** A value of this length for the field. */
export function valueOfLength(field: FieldFact, length: number): string {
  return field.of ? field.of(length) : 'x'.repeat(length)
}

export const digits = (length: number): string => '7'.repeat(length)
export const capitals = (length: number): string => 'MICHIGAN'.slice(0, length)

/**
 * Text of this length that was not used before; short texts draw from many characters, so that they do not repeat
 * either.
 */
export function fresh(length: number): string {
  if (length >= 8) return randomBytes(length).toString('hex').slice(0, length)
  return Array.from({ length }, () => String.fromCodePoint(0x4e00 + (randomBytes(2).readUInt16BE() % 20_000))).join('')
}

/** A mail address of this many characters, with no part longer than mail allows. */
export function mail(length: number): string {
  if (length < 5) return 'm@de'.slice(0, length)
  if (length < 10) return `${'m'.repeat(length - 4)}@d.e`
  const local = 'm'.repeat(Math.min(60, length - 9))
  const rest = length - local.length - 1
  const domain = rest < 60 ? `${'d'.repeat(rest - 4)}.net` : `${'d'.repeat(rest - 52)}.${'e'.repeat(47)}.net`
  return `${local}@${domain}`
}
