/**
 * Returns a text without this character at its end. `/=+$/` takes quadratic time, because it retries at each.
 *
 * @param {string} text
 * @param {string} character
 */
export declare function trimEnd(text: string, character: string): string;
