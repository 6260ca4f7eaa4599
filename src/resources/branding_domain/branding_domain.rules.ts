import { rulesOf } from '../../definition/rules.ts'
import { branding_domain } from './branding_domain.ts'
import { themeOf, themeProblems } from './page-theme.ts'

const { rules, accept, refuseAll } = rulesOf(branding_domain)

/** The fields of a theme that are compared with one another. */
const COLOURS = [
  ...(['button_primary_color', 'button_primary_text_color'] as const),
  ...(['page_background_color', 'page_card_color', 'page_text_color', 'page_link_color'] as const),
]

/** Colours that payers could not read are refused when they are set, not found on a page. */
export const brandingDomainRules = rules({
  update: {
    decide(row, change) {
      if (COLOURS.some(field => change[field] !== undefined && change[field] !== row[field])) {
        const problems = themeProblems(themeOf({ ...row, ...change }))
        const texts = Object.groupBy(problems, ({ field }) => field)
        refuseAll(Object.fromEntries(Object.entries(texts).map(([field, all]) => [field, all.map(({ text }) => text)])))
      }
      return accept({})
    },
  },
})
