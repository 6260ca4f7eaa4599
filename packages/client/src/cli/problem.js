/** What ends a command without its having done what it should. */

/** How a command ended, for scripts. */
export const EXIT = { done: 0, failed: 1, misused: 2, unreachable: 3 }

/** A sentence for the person at the terminal, and how the command ends. */
export class Problem extends Error {
  /**
   * @param {string} message
   * @param {number} [exit_code]
   */
  constructor(message, exit_code = EXIT.misused) {
    super(message)
    this.exit_code = exit_code
  }
}
