//! All tests.

<<<<<<< HEAD
mod board;
mod condition;
mod definition;
mod diagnostic;
=======
mod script;
>>>>>>> 8ed34620a36580284e83d2b694d26751be542e8f
