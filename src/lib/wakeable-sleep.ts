/**
 * Returns a pause that can be cut short, also before it begins, so that a notification during a look for work is not
 * missed.
 */
export function wakeableSleep() {
  let woken = false
  let end = (): void => undefined
  return {
    /** A wake-up from now on counts for the next pause. */
    listen(): void {
      woken = false
    },
    wake(): void {
      woken = true
      end()
    },
    pause(ms: number): Promise<void> {
      if (woken) return Promise.resolve()
      return new Promise(resolve => {
        const timer = setTimeout(resolve, ms)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
  }
}
