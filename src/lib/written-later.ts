/** What is kept in memory first and stored a moment later, so that no request waits for it. */
export interface WrittenLater {
  /** Stores in a while, together with all that comes until then. A failure there is not told: `write` deals with it. */
  soon(): void
  /** Stores now; call it before the process ends. */
  flush(): Promise<void>
}

/** `write` takes what there is, and does nothing where there is nothing. What a killed process still had is lost. */
export function writtenLater(ms: number, write: () => Promise<unknown>): WrittenLater {
  let timer: NodeJS.Timeout | undefined
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    await write()
  }
  return {
    soon() {
      timer ??= setTimeout(() => void flush().catch(() => undefined), ms).unref()
    },
    flush,
  }
}
