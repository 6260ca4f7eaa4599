/** States, the district, territories and military posts, as the Postal Service writes them. */
const STATES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR ' +
    'PA RI SC SD TN TX UT VT VA WA WV WI WY AS FM GU MH MP PR PW VI AA AE AP'
  ).split(' '),
)

const ZIP = /^\d{5}(?:[- ]?\d{4})?$/
/** Without the letters that Canada Post does not use. */
const CANADIAN = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d$/i

/**
 * Returns the country (ISO 3166, two letters) that the code and state of an address say; null where they may be of
 * another one. Addresses have no field for it. A state in words is no proof: 10115 Berlin has five digits too.
 */
export function countryOf(zip: string | null, state: string | null): string | null {
  const code = zip?.trim() ?? ''
  if (CANADIAN.test(code)) return 'CA'
  const region = state?.trim().toUpperCase() ?? ''
  return ZIP.test(code) && (region === '' || STATES.has(region)) ? 'US' : null
}
