/** A pause that can be cut short, also before it begins: what is told while somebody looks for work must not be missed. */
export function wakeableSleep() {
  let roused = false
  let rouse = (): void => undefined
  return {
    /** From now on a wake-up counts for the next pause. */
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
