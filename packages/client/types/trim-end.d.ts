/**
 * Returns a text without this character at its end. An expression such as `/=+$/` starts at each of them anew.
 *
 * @param {string} text
 * @param {string} character
 */
export declare function trimEnd(text: string, character: string): string;
