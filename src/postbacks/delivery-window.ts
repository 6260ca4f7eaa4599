const FIRST = 4
const MOST = 32

/**
 * How much a receiver is sent at once: more with every success, half with every failure. One that is dead or slow ends up with
 * a single postback on its way, so that it holds nobody else up and is still told as soon as it lives again.
 */
export class DeliveryWindow {
  on_their_way = 0
  /** Its last try failed. */
  in_trouble = false
  private window = FIRST

  get room(): number {
    return Math.max(0, this.window - this.on_their_way)
  }

  ended(succeeded: boolean): void {
    this.on_their_way -= 1
    this.in_trouble = !succeeded
    this.window = succeeded ? Math.min(MOST, this.window + 1) : Math.max(1, Math.floor(this.window / 2))
  }
}
