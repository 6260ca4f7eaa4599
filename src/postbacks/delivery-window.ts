const INITIAL = 4
const LARGEST = 32

/**
 * How many postbacks one receiver may have in flight: one more with every success, half as many with every failure. A
 * receiver that is dead or slow ends up with a single postback in flight, so that it delays no other and is noticed
 * when it recovers.
 */
export class DeliveryWindow {
  in_flight = 0
  /** Whether its latest attempt failed. */
  is_failing = false
  private size = INITIAL

  get room(): number {
    return Math.max(0, this.size - this.in_flight)
  }

  finished(succeeded: boolean): void {
    this.in_flight -= 1
    this.is_failing = !succeeded
    this.size = succeeded ? Math.min(LARGEST, this.size + 1) : Math.max(1, Math.floor(this.size / 2))
  }
}
