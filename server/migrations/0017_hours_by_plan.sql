-- Hours had a daily email without a plan, so plans that were changed since say nothing of it. They go on with that email.
update reminder_plans set reminds = true, first = 1, every = 1, last = 180 where kind = 'hours';
