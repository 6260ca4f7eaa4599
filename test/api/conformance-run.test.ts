import { ruleChecks } from '../../conformance/cases/index.ts'
import { conformanceTests } from '../support/conformance-tests.ts'

await conformanceTests('conformance_run', { checks: ruleChecks(), least_answers: 2000, hostile_requests: 400 })
