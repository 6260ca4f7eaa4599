import type { ServerResponse } from 'node:http'
import { clientGone, Unavailable } from '../lib/problem.ts'

/** Bytes of answers that are made or wait for their readers, in all. */
const MOST_BYTES = 32 * 1024 * 1024
/** What one merchant's may be of that, so that one whose readers are slow holds up nobody else's. */
const MOST_OF_ONE = MOST_BYTES / 2
const WAIT_MS = 25_000

/** The place of an answer that is made: it is given up when the response is finished or broken. */
interface Place {
  /** Replaces the estimate by what the answer takes. */
  takes(bytes: number): void
}

/** Bounds the memory of answers that clients ask for and do not read. */
export interface UnreadAnswers {
  /**
   * Resolves once an answer of about so many bytes may be made for this merchant. Throws Unavailable when there is no
   * room within half a minute, too many wait for it already, or the client has gone.
   */
  place(root_id: string, bytes: number, response: ServerResponse): Promise<Place>
}

interface Waiting {
  root_id: string
  bytes: number
  begin(): void
}

/** `most_waiting` is the limit for one merchant: a client who waits keeps its connection from others. */
export function unreadAnswers(
  most_waiting: number,
  { most = MOST_BYTES, most_of_one = MOST_OF_ONE, wait_ms = WAIT_MS } = {},
): UnreadAnswers {
  const held = new Map<string, number>()
  const queue: Waiting[] = []
  let total = 0

  const add = (root_id: string, bytes: number): void => {
    total += bytes
    const now = (held.get(root_id) ?? 0) + bytes
    if (now > 0) held.set(root_id, now)
    else held.delete(root_id)
  }
  // An answer larger than the share is made when its merchant has no other.
  const fits = ({ root_id, bytes }: Pick<Waiting, 'root_id' | 'bytes'>): boolean => {
    const own = held.get(root_id) ?? 0
    return (own === 0 || own + bytes <= most_of_one) && (total === 0 || total + bytes <= most)
  }
  /** In the order of arrival, but nobody waits for a place that only another merchant's answers lack. */
  const next = (): void => {
    for (let at = 0; at < queue.length; ) {
      const waiting = queue[at]!
      if (!fits(waiting)) at += 1
      else {
        queue.splice(at, 1)
        waiting.begin()
      }
    }
  }
  const hold = (root_id: string, estimate: number, response: ServerResponse): Place => {
    let bytes = estimate
    const change = (to: number): void => {
      add(root_id, to - bytes)
      bytes = to
      next()
    }
    add(root_id, bytes)
    const end = (): void => {
      if (!is_over) change(0)
      is_over = true
    }
    let is_over = false
    if (isOver(response)) end()
    response.once('finish', end).once('close', end)
    return { takes: to => void (is_over || change(to)) }
  }
  return {
    async place(root_id, bytes, response) {
      const asked = { root_id, bytes: Math.min(bytes, most_of_one) }
      if (queue.length === 0 && fits(asked)) return hold(root_id, asked.bytes, response)
      if (isOver(response)) throw clientGone()
      if (queue.filter(each => each.root_id === root_id).length >= most_waiting)
        throw new Unavailable(true, new Error('too many answers wait for their readers'))
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          clearTimeout(timer)
          response.off('close', gone)
        }
        const giveUp = (reason: Error): void => {
          leave()
          queue.splice(queue.indexOf(waiting), 1)
          reject(reason)
        }
        const gone = (): void => giveUp(clientGone())
        const begin = (): void => {
          leave()
          resolve(hold(root_id, asked.bytes, response))
        }
        const late = (): void => giveUp(new Unavailable(true, new Error('no room for an answer in time')))
        const timer = setTimeout(late, wait_ms)
        const waiting = { ...asked, begin }
        response.once('close', gone)
        queue.push(waiting)
        next()
      })
    },
  }
}

function isOver({ closed, writableFinished }: ServerResponse): boolean {
  return closed || writableFinished
}
