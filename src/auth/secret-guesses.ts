import type { Database } from '../db/database.ts'
import { addressGroup } from '../lib/address-group.ts'
import { Refusal } from '../lib/problem.ts'
import type { Clock } from '../ports/clock.ts'
import { countAttempt } from './attempt-limiter.ts'

/** Slows who guesses keys and secrets from one address (of IPv6: one /64), whomever they belong to. */
export interface SecretGuesses {
  /**
   * Call it after every check of a key or secret, with the name of the one that was right or null. Returns how many
   * seconds this address has to wait after too many wrong ones, or null. What was right here lately may go on: who
   * shares his address with somebody who guesses, or has one wrong key among many, is not kept out. `apart`: guesses at
   * this one are counted by themselves, where whoever is right comes for the first time.
   */
  secondsToWait(address: string | null, credential: string | null, apart?: string): Promise<number | null>
}

interface GuessParts {
  db: Database
  clock: Clock
  /** Wrong ones from one address in a quarter of an hour. */
  most: number
}

const MOST_REMEMBERED = 20_000

/**
 * Failures are counted in the database, for all processes together. That an address is blocked a process learns at the
 * next failure there, so that a request with a right key costs no query.
 */
export function secretGuesses({ db, clock, most }: GuessParts): SecretGuesses {
  const blocked_until = new Map<string, number>()
  const right_here = new Set<string>()
  return {
    async secondsToWait(address, credential, apart = '') {
      const group = `${addressGroup(address ?? '')}${apart && ` ${apart}`}`
      const pair = credential && `${group} ${credential}`
      const wait = (blocked_until.get(group) ?? 0) - clock.seconds()
      if (wait > 0) return pair && right_here.has(pair) ? null : wait
      if (pair) {
        if (right_here.size >= MOST_REMEMBERED) right_here.clear()
        right_here.add(pair)
        return null
      }
      const verdict = await countAttempt({ db, clock }, { [`secret ${group}`]: { most } })
      if (verdict.allowed) return null
      if (blocked_until.size >= MOST_REMEMBERED) blocked_until.clear()
      blocked_until.set(group, clock.seconds() + verdict.retry_after)
      return verdict.retry_after
    },
  }
}

/** 429 for an address that has to wait. */
export function tooManyGuesses(seconds: number): Refusal {
  const text = 'Too many wrong keys came from your address.'
  return new Refusal(429, text, null, { 'retry-after': String(seconds) })
}
