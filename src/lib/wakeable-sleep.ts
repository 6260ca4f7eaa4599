/**
 * Returns a pause that can be cut short, also before it begins, so that a notification during a look for work is not
 * missed.
 */
export function wakeableSleep() {
  let roused = false
  let rouse = (): void => undefined
  return {
    /** A wake-up from now on counts for the next pause. */
    listen(): void {
      roused = false
    },
    wake(): void {
      roused = true
      rouse()
    },
    pause(ms: number): Promise<void> {
      if (roused) return Promise.resolve()
      return new Promise(resolve => {
        const timer = setTimeout(resolve, ms)
        rouse = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
  }
}
