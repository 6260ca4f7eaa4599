import type { Database } from '../db/database.ts'
import { addressGroup, addressSite } from '../lib/address-group.ts'
import { Refusal } from '../lib/problem.ts'
import type { Clock } from '../ports/clock.ts'
import { countAttempt } from './attempt-limiter.ts'

/**
 * Slows guesses of keys and secrets: from one address (of IPv6: one /64, and one /48), whomever they belong to, and of
 * one user or client, wherever they come from.
 */
export interface SecretGuesses {
  /**
   * Call it after every check of a key or secret, with the name of the one that was right or null. Returns how many
   * seconds this caller has to wait after too many wrong ones, or null. What was right here lately may go on: who
   * shares his address with somebody who guesses, or is guessed at from elsewhere, is not kept out.
   */
  secondsToWait(address: string | null, credential: string | null, guessed?: Guessed): Promise<number | null>
}

/** At what a guess is made. */
interface Guessed {
  /** The user or client whose key it is, as the request names it. */
  of?: string | undefined
  /** Counted separately: a caller with the right secret may come for the first time. */
  apart?: string
}

interface GuessParts {
  db: Database
  clock: Clock
  /** Wrong ones from one address in a quarter of an hour. */
  most: number
}

const MOST_REMEMBERED = 20_000
/** A /48 may be many households, and a user many servers that have not learned of a new key. */
const WIDER = 3
const ID = /^[\w-]{1,64}$/

/**
 * Failures are counted in the database, for all processes together. That an address is blocked a process learns at the
 * next failure there, so that a request with a right key costs no query.
 */
export function secretGuesses({ db, clock, most }: GuessParts): SecretGuesses {
  const blocked_until = new Map<string, number>()
  const right_here = new Set<string>()
  return {
    async secondsToWait(address, credential, guessed = {}) {
      const group = addressGroup(address ?? '') + (guessed.apart ? ` ${guessed.apart}` : '')
      const limits = limitsOf(most, group, address, guessed)
      const seconds = clock.seconds()
      const pair = credential && `${group} ${credential}`
      const wait = Math.max(...Object.keys(limits).map(name => blocked_until.get(name) ?? 0)) - seconds
      if (wait > 0) return pair && right_here.has(pair) ? null : wait
      if (pair) {
        if (right_here.size >= MOST_REMEMBERED) right_here.clear()
        right_here.add(pair)
        return null
      }
      const verdict = await countAttempt({ db, clock }, limits)
      if (verdict.allowed) return null
      if (blocked_until.size >= MOST_REMEMBERED) blocked_until.clear()
      for (const name of verdict.over ?? []) blocked_until.set(name, seconds + verdict.retry_after)
      return verdict.retry_after
    },
  }
}

/** The names a guess counts under. One that is counted separately blocks nothing else. */
function limitsOf(most: number, group: string, address: string | null, { of, apart }: Guessed) {
  const own = { [`secret ${group}`]: { most } }
  if (apart) return own
  const site = addressSite(address ?? '')
  return {
    ...own,
    ...(site ? { [`secret ${site}`]: { most: most * WIDER } } : {}),
    ...(of && ID.test(of) ? { [`secret of ${of}`]: { most: most * WIDER } } : {}),
  }
}

/** 429 for an address that has to wait. */
export function tooManyGuesses(seconds: number): Refusal {
  const text = 'Too many wrong keys came from your address, or for this user.'
  return new Refusal(429, text, null, { 'retry-after': String(seconds) })
}
